import Catalogue
import Foundation
import Konkuk
import KonkukBackend
import Naru
import Storage
import StorageTesting
import Support
import SystemTesting
import Testing

struct PopularityTests {
  private let folder = TemporaryFolder()

  @Test func aListHasTheTenMostBorrowedBooksOfACategoryAndItsMonths() async throws {
    let test = try await TestLibrary.shared
    let all = try await test.books.mostBorrowed(category: .literature)
    #expect(all.totalCount == 10 && all.books.count == 10)
    let counts = all.books.map { $0.loanCount ?? 0 }
    #expect(counts == counts.sorted(by: >) && counts[9] > 10)
    for book in all.books {
      let known = try #require(try await test.catalogue.book(id: book.isbn ?? ""))
      #expect(known.subject == .literature && known.title == book.title)
      #expect(book.thumbnailURL == "http://naru.invalid/covers/\(known.isbn13).png")
    }
    let spring = try await test.books.mostBorrowed(category: .literature, months: LoanMonths("202503", "202505"))
    let autumn = try await test.books.mostBorrowed(category: .literature, months: LoanMonths("202509", "202511"))
    #expect(spring.books.map(\.id) != autumn.books.map(\.id))
    let other = try await test.books.mostBorrowed(category: .history)
    #expect(Set(other.books.map(\.id)).isDisjoint(with: all.books.map(\.id)))
    let everything = try await test.books.mostBorrowed(max: 100)
    #expect(everything.books.count == 100 && (everything.books[0].loanCount ?? 0) >= counts[0])
    // The count of a span is the sum of its months.
    let book = try #require(spring.books.first)
    var sum = 0
    for month in ["202503", "202504", "202505"] {
      let list = try await test.books.mostBorrowed(max: 100, category: .literature, months: LoanMonths(month, month))
      sum += list.books.first { $0.id == book.id }?.loanCount ?? 0
    }
    #expect(sum == book.loanCount)
  }

  @Test func theHistoryHas100000LoansAYearSince2023AndIsAlwaysTheSame() async throws {
    let (one, other) = (try await TestLibrary.shared, try await TestLibrary())
    _ = try await other.database.write { try $0.run("DELETE FROM konkuk_made_up_loans") }
    #expect(try await one.books.mostBorrowed(max: 100) == other.books.mostBorrowed(max: 100))
    func total(_ test: TestLibrary) async throws -> (Int, Int) {
      try await test.database.read { db in
        let blobs = try db.values("SELECT loans FROM konkuk_made_up_loans", as: Data.self)
        let months = blobs.map { $0.count / 2 }.max() ?? 0
        return (
          blobs.reduce(0) { sum, blob in sum + blob.enumerated().reduce(0) { $0 + Int($1.1) << ($1.0 % 2 * 8) } },
          months
        )
      }
    }
    let (loans, months) = try await total(one)
    #expect((320_000...330_000).contains(loans) && months == 39)
    let last = try await one.books.mostBorrowed(months: LoanMonths("202603", "202603"))
    #expect(last.books.count == 10)
    #expect(try await one.books.mostBorrowed(months: LoanMonths("202604", "202604")).books.isEmpty)
    #expect(try await one.books.mostBorrowed(months: LoanMonths("202212", "202212")).books.isEmpty)
    #expect(try await one.books.mostBorrowed(months: LoanMonths("202301", "202301")).books.count == 10)
    // A later time does not make another history.
    let later = try TestLibrary(on: one.database)
    later.clock.withLock { $0 += 400 * 86_400 }
    #expect(try await later.books.mostBorrowed(max: 100) == one.books.mostBorrowed(max: 100))
  }

  /// The months are fixed in the code of the library's app.
  @Test(arguments: BookCategory.allCases)
  func theLibrarysAppGetsTenBooksInEachCategory(category: BookCategory) async throws {
    let test = try await TestLibrary.shared
    let path = "/pyxis-api/1/biblio-type-popular-charged-books?max=10&biblioType=1,2,3&classNo=\(category.rawValue)"
    let answer = try await test.server.send("GET", "\(path)&fromDateReceived=202302&toDateReceived=202304")
    #expect(answer["data.totalCount"] == 10 as NSNumber, "\(answer.text)")
  }

  @Test func aBookWithoutLoansIsBorrowedForTheFirstTime() async throws {
    let test = try TestLibrary(csv: "isbn13,title")
    try await test.database.write { db in
      try db.run("INSERT INTO konkuk_made_up_loans VALUES (9788966260959, \(2023 * 12), \(Data([0, 0, 0, 1])))")
      try db.run("INSERT INTO konkuk_loan (isbn, month) VALUES (9788932917245, \(2023 * 12))")
    }
    try test.importBooks(TestLibrary.csv)
    let found = try await test.books.mostBorrowed().books
    #expect(found.map(\.isbn) == ["9788966260959", "9788932917245"] && found.map(\.loanCount) == [256, 1])
    _ = try await test.borrow("9788983920683")
    let more = try await test.books.mostBorrowed().books
    #expect(more.map(\.isbn) == ["9788966260959", "9788932917245", "9788983920683"])
  }

  @Test(
    arguments: zip(BookCategory.allCases, ["0", "1", "3", "7", "4", "5", "6", "8", "9", "-2"])
  )
  func categoriesAreTheLibrarysCodes(category: BookCategory, classes: String) async throws {
    let test = try TestLibrary(csv: TestLibrary.csv)
    let found = try await test.books.mostBorrowed(category: category).books
    let isbns = found.compactMap(\.isbn)
    let known = try await test.catalogue.books(ids: isbns)
    let digits = isbns.map { String(known[$0]?.kdc?.prefix(1) ?? "-") }
    #expect(digits.sorted().joined() == classes)
    #expect(BookCategory.allCases.map(\.title) == ["총류", "철학", "사회과학", "어학", "자연과학", "응용과학", "예술", "문학", "역사", "기타"])
  }

  @Test func aRecordedLoanCountsInItsMonthAndCategoryAndSurvivesARestart() async throws {
    let test = try await TestLibrary()
    let months = try LoanMonths("202603", "202603")
    let before = try await test.books.mostBorrowed(max: 100, category: .arts, months: months).books
    let book = try #require(before.last), first = try #require(before.first)
    let missing = (first.loanCount ?? 0) - (book.loanCount ?? 0) + 1
    for _ in 0..<missing { _ = try await test.borrow(book.isbn ?? "") }
    let after = try await test.books.mostBorrowed(category: .arts, months: months).books
    #expect(after.first?.id == book.id && after.first?.loanCount == (first.loanCount ?? 0) + 1)
    let earlier = try await test.books.mostBorrowed(max: 100, category: .arts, months: LoanMonths("202602", "202602"))
    #expect(earlier.books.first?.id != book.id)
    #expect(try await TestLibrary(on: test.database).books.mostBorrowed(category: .arts, months: months).books == after)
    let loan = try await test.borrow(book.isbn ?? "")
    #expect(loan == Loan(isbn: book.isbn ?? "", title: book.title, category: 6, month: "202603"))
    #expect(try await failure { try await test.borrow("9788900000009") }.code == .notFound)
    let error = try await failure { try await test.borrow("12345") }
    #expect(error.code == .invalidRequest && error.localizedDescription.contains("`isbn`"))
    let guest = Loans.live(test.server.client())
    #expect(try await failure { try await guest.borrow(loan: NewLoan(isbn: "9788900000009")) }.code == .unauthorized)
  }

  @Test func loansOfFutureMonthsAndOfLaterBooksCount() async throws {
    let test = try TestLibrary(csv: TestLibrary.csv)
    try await test.backend.prepare()
    try test.importBooks("isbn13,title,kdc\n9788900000047,새 책,810")
    for days in [0.0, 60, 365, 3650, 2_896_000, -3_637_000] {  // The last two are in the years 9966 and 8.
      test.clock.withLock { $0 += days * 86_400 }
      _ = try await test.borrow("9788900000047")
    }
    let found = try await test.books.mostBorrowed(max: 100, category: .literature).books
    #expect(found.first { $0.title == "새 책" }?.loanCount == 6)
    let future = try await test.books.mostBorrowed(months: LoanMonths("203001", "999912")).books
    #expect(future.map(\.title) == ["새 책"] && future.first?.loanCount == 2)
    #expect(try await TestLibrary(on: test.database).books.mostBorrowed(max: 100, category: .literature).books == found)
  }

  @Test func twoBackendsOnOneDatabaseSeeEachOthersLoans() async throws {
    let one = try TestLibrary(csv: TestLibrary.csv)
    let other = try TestLibrary(on: one.database)
    try await one.backend.prepare()
    try await other.backend.prepare()
    let before = try await one.books.mostBorrowed(category: .general).books[0].loanCount ?? 0
    try await concurrently(40) { index in
      guard index < 20 else { return _ = try await one.books.mostBorrowed() }
      _ = try await (index % 2 == 0 ? one : other).borrow("9788966260959")
    }
    for test in [one, other] {
      #expect(try await test.books.mostBorrowed(category: .general).books[0].loanCount == before + 20)
    }
  }

  /// PostgreSQL gives a loan its number before the commit, so that a later number could be committed first.
  @Test(.enabled(if: TestDatabase.isPostgreSQL), .timeLimit(.minutes(1)))
  func aLoanWhoseCommitIsHeldBackIsCounted() async throws {
    let one = try TestLibrary(csv: TestLibrary.csv)
    let other = try TestLibrary(on: one.database)
    for test in [one, other] { try await test.backend.prepare() }
    let before = try await loans(other)
    try await one.database.write { db in
      try db.script(
        """
        CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_advisory_xact_lock(47110815); RETURN NEW; END';
        CREATE TRIGGER hold BEFORE INSERT ON konkuk_loan FOR EACH ROW WHEN (NEW.isbn = 9788966260959) EXECUTE FUNCTION hold();
        """
      )
    }
    let (isHeld, held) = AsyncStream<Void>.makeStream()
    let release = DispatchSemaphore(value: 0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await one.database.write { db in
          _ = try db.exists("SELECT pg_advisory_xact_lock(47110815)")
          held.yield()
          release.wait()
        }
      }
      for await _ in isHeld { break }
      defer { release.signal() }
      group.addTask { try await self.borrow("9788966260959", from: one) }
      while try await !isWaited("locktype = 'advisory' AND objid::bigint = 47110815", one.database) {
        await Task.yield()
      }
      let isSaved = Locked(false)
      group.addTask {
        try await self.borrow("9788983920683", from: other)
        isSaved.withLock { $0 = true }
      }
      while !isSaved.withLock({ $0 }), try await !isWaited("relation = 'konkuk_loan'::regclass", one.database) {
        await Task.yield()
      }
      _ = try await loans(other)
    }
    #expect(try await loans(other) == before + 2)
  }

  /// Borrows a book without an `Idempotency-Key`, whose results PostgreSQL could take for a conflict of two loans.
  private func borrow(_ isbn: String, from test: TestLibrary) async throws {
    let answer = try await test.server.send("POST", "/pyxis-api/1/loans", #"{"isbn":"\#(isbn)"}"#, as: "hong")
    #expect(answer.status == 201, "\(answer.text)")
  }

  private func loans(_ test: TestLibrary) async throws -> Int {
    try await test.books.mostBorrowed(max: 100).books.reduce(0) { $0 + ($1.loanCount ?? 0) }
  }

  /// Whether a transaction waits for a lock.
  private func isWaited(_ lock: SQL, _ database: Database) async throws -> Bool {
    try await database.read { try $0.exists("SELECT 1 FROM pg_locks WHERE NOT granted AND \(lock)") }
  }

  @Test func aHistoryIsMadeOnceThereAreBooks() async throws {
    let test = try TestLibrary(csv: "isbn13,title")
    #expect(try await test.books.mostBorrowed().books.isEmpty)
    try test.importBooks(TestLibrary.csv)
    #expect(try await test.books.mostBorrowed(max: 100).books.count == 11)
  }

  /// Blocking reads would deadlock here: the tasks that give connections back would wait for threads.
  @Test func aDatabaseFileServesHundredsOfConcurrentCallers() async throws {
    let database = try Database.file(at: folder.url.appending(path: "library.sqlite"))
    let test = try TestLibrary(on: database)
    try test.importBooks(TestLibrary.csv)
    try await concurrently(300) { index in
      if index % 10 == 0 { _ = try await test.borrow("9788966260959") }
      _ = try await test.books.mostBorrowed(category: .general)
    }
    #expect(try await test.books.mostBorrowed(category: .general).books.count == 1)
    try database.close()
  }
}
