import DockDock
import Dori
import Foundation
import Naru
import Saerok
import Squirret
import StorageTesting
import Support
import Testing

extension ServerTests {
  /// 20 people perform 1,000 random operations, or `NARU_TEST_OPERATIONS`, on all systems with personal data. Operations on
  /// private data run concurrently, and those on shared data one after another. Every response must equal the response of
  /// an oracle in memory, and the oracle of a shelf or a ledger knows only one person.
  struct PrivacyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let operations = environment["NARU_TEST_OPERATIONS"].flatMap(Int.init) ?? 1000
    private static let seed = environment["NARU_SEED"].flatMap(UInt64.init) ?? 20_260_304

    @Test func peopleSeeOnlyWhatTheOraclesAllow() async throws {
      try await TestSystem.run { system in
        var numbers = SeededRandom(seed: Self.seed)
        let crowd = try await Crowd(system, count: 20)
        for _ in 0..<Self.operations / 20 { try await crowd.act(&numbers) }
        try await crowd.compareEverything()
        // The test proves little unless every kind of outcome occurred. With few operations, the rarest may not.
        let met = await crowd.outcomes
        let missing = [
          "ledger new", "ledger known", "ledger changed", "ledger removed", "ledger listed", "ledger notFound",
          "ledger conflict", "ledger invalidRequest", "shelf entries", "shelf records", "shelf reviews",
          "shelf removed", "shelf READING_BOOK_NOT_FOUND", "shelf NOT_FOUND", "shelf DUPLICATE_READING_BOOK",
          "shelf DUPLICATE_ENTRY",
          "shelf BOOK_NOT_FOUND", "shelf VALIDATION_ERROR", "board written", "board removed", "board posts",
          "board comments", "board count", "board blocked", "board 400", "board 403", "board 404", "reviews seen",
        ].filter { met[$0] == nil }
        #expect(missing.count <= (Self.operations < 5000 ? 2 : 0), "\(missing)")
      }
    }
  }
}

/// A person with the oracles of their private data.
private actor Participant {
  let member: TestSystem.Member
  let id: String
  /// The id on the board.
  let number: UserID
  private(set) var shelf: ExpectedShelf
  private let ledger = Ledger.inMemory([])

  init(_ system: TestSystem, _ name: String, pages: [Book.ID: Int]) async throws {
    member = try await system.signIn(name)
    id = try await Accounts.live(member.client).me().id.uuidString.lowercased()
    // Writing a post reveals the person's id.
    let board = FreeBoard.live(member.client)
    let post = try await board.writePost(draft: PostDraft(content: "안녕하세요.")).id
    number = try await board.post(postID: post).author.id
    try await board.deletePost(postID: post)
    shelf = ExpectedShelf(owner: id, pages: pages)
  }

  /// Runs an operation, and returns the kind of its outcome.
  func act(_ operation: LedgerOperation) async throws -> String {
    let answer = await operation.run(on: Ledger.live(member.client))
    let expected = await operation.run(on: ledger)
    try #require(answer == expected, "\(member.name): \(operation)")
    return "ledger \(expected.prefix { $0 != " " })"
  }

  /// Runs an operation, and returns the kind of its outcome.
  func act(_ operation: ShelfOperation) async throws -> String {
    let answer = await operation.run(on: member.client).withoutBooks
    let expected = shelf.run(operation, newID: answer.id ?? "")
    try #require(answer == expected, "\(member.name): \(operation)")
    return "shelf \(expected.name)"
  }

  func compareEverything() async throws {
    let live = Ledger.live(member.client)
    #expect(try await live.people().elements == ledger.people().elements)
    #expect(try await live.gifts() == ledger.gifts())
    #expect(try await live.summary() == ledger.summary())
    for operation in [ShelfOperation.list(nil, nil, 100), .records(nil), .reviews(nil)] { _ = try await act(operation) }
  }
}

/// All people and the board.
private actor Crowd {
  private let people: [Participant]
  private let numbers: [UserID]
  private var board: ExpectedBoard
  /// A few shared ids, so that operations repeat, change and remove the same ones.
  private let ledgerIDs = (10..<22).map { LedgerID(rawValue: "7B0F2C58-5F0E-4D35-9F53-9F2F4C8A1E\($0)") }
  /// The number of operations by the kind of their outcome.
  private(set) var outcomes: [String: Int] = [:]

  init(_ system: TestSystem, count: Int) async throws {
    var people: [Participant] = []
    var pages: [Book.ID: Int] = [:]
    for id in TestSystem.bookIDs { pages[id] = try await Books.live(system.guest).show(id: id).pageCount }
    for index in 0..<count { people.append(try await Participant(system, "사람\(index)", pages: pages)) }
    self.people = people
    numbers = people.map(\.number)
    board = ExpectedBoard(people: numbers)
  }

  /// Runs one operation of each person, most of them concurrently.
  func act(_ random: inout SeededRandom) async throws {
    var shelves: [ExpectedShelf] = []
    for person in people { shelves.append(await person.shelf) }
    var operations: [@Sendable () async throws -> String] = []
    var onBoard: [Int] = []
    for (index, person) in people.enumerated() {
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4:
        let operation = LedgerOperation(ledgerIDs, &random)
        operations.append { try await person.act(operation) }
      case 4..<8:
        // Mostly the person's own data, and sometimes another's.
        let other = Int.random(in: 0..<4, using: &random) > 0 ? index : people.indices.randomElement(using: &random)
        let owner = shelves[other ?? index]
        let operation = ShelfOperation(
          entries: owner.entries.map(\.id) + ["x"],
          records: owner.records.map(\.id) + ["x"],
          reviews: owner.reviews.map(\.id) + ["x"],
          &random
        )
        operations.append { try await person.act(operation) }
      default: onBoard.append(index)
      }
    }
    let done = try await concurrently(operations.count) { [operations] in try await operations[$0]() }
    for outcome in done { outcomes[outcome, default: 0] += 1 }
    for index in onBoard { try await actOnBoard(people[index], &random) }
    try await readReviews(&random)
  }

  private func actOnBoard(_ person: Participant, _ random: inout SeededRandom) async throws {
    let operation = BoardOperation(
      posts: board.posts.suffix(12).map(\.id) + [999_999],
      comments: board.comments.suffix(12).map { ($0.post, $0.id) } + [(1, 999_999)],
      people: Array(numbers.prefix(8)),
      &random
    )
    let answer = await operation.run(on: person.member.client)
    let expected = board.run(operation, by: person.number, newID: answer.id ?? 0)
    try #require(answer == expected, "\(person.member.name): \(operation)")
    outcomes["board \(expected.name)", default: 0] += 1
  }

  /// Checks that a person sees the public reviews of a book and their own, without the account or the name of the author.
  private func readReviews(_ random: inout SeededRandom) async throws {
    guard let viewer = people.randomElement(using: &random), let book = TestSystem.bookIDs.randomElement(using: &random)
    else { return }
    let seen = try await Reviews.live(viewer.member.client).ofBook(book: book, limit: 100).elements
    var expected: Set<String> = []
    for person in people {
      for review in await person.shelf.reviews
      where review.bookID == book && (review.isPublic || person.id == viewer.id) {
        expected.insert("\(review.id) \(person.id == viewer.id)")
      }
    }
    let answered = seen.map { "\($0.id) \($0.isMine ?? false)" }
    try #require(Set(answered) == expected && answered.count == expected.count)
    try #require(seen.allSatisfy { Int($0.userID) != nil && $0.authorName == "독자 \($0.userID)" })
    if !seen.isEmpty { outcomes["reviews seen", default: 0] += 1 }
  }

  func compareEverything() async throws {
    for person in people {
      try await person.compareEverything()
      for operation in [BoardOperation.list(nil), .blocked] {
        let answer = await operation.run(on: person.member.client)
        #expect(answer == board.run(operation, by: person.number, newID: 0))
      }
    }
  }
}
