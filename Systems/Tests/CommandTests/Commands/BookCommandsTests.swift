import CommandSupport
import Foundation
import Naru
import Testing

/// `books`, `shelf`, `records`, `reviews` and `popular`.
struct BookCommandsTests {
  /// The ISBN of a book on the shelf without a review.
  private func book(_ shell: TestShell) async throws -> String {
    let shelf: [String: Any] = try await shell.run("shelf", "list", "--status", "wishlist", "--json").json()
    let entries = try #require(shelf["data"] as? [[String: Any]], "\(shelf)")
    return try #require((entries.first?["book"] as? [String: Any])?["isbn13"] as? String)
  }

  @Test func aSearchTakesSeveralWordsAndSaysThatThereAreMore() async throws {
    let shell = try await TestShell.onDemo(nil)
    let one = await shell.run("books", "search", "책", "7")
    #expect(one.status == 0 && one.out.contains("책 7"), "\(one)")
    let some = await shell.run("books", "search", "책", "--limit", "10")
    #expect(some.lines.last == text("더 있습니다: --page 2", "There are more: --page 2"))
    let pastEnd = await shell.run("books", "search", "책", "--page", "9")
    let total = try #require(some.lines.dropLast().last?.firstMatch(of: /[0-9]+/)?.0)
    #expect(
      pastEnd.out == text("9페이지는 비어 있습니다. 모두 \(total)권입니다.\n", "Page 9 is empty. The total is \(total).\n")
    )
    let none = await shell.run("books", "search", "없는책")
    #expect(none.out.contains("“없는책”"))
  }

  @Test func aPriceHasSeparators() async throws {
    let shell = try await TestShell.onDemo(nil)
    let isbn = try #require(PreparedData.demoBooks.split(separator: "\n").last?.prefix(13))
    let output = await shell.run("books", "show", String(isbn))
    #expect(output.status == 0 && output.out.contains(text("10,000원", "₩10,000")), "\(output)")
  }

  @Test func aRecordIsEditedAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let isbn = try await book(shell)
    let added = await shell.run("records", "add", isbn, "밑줄", "친", "곳", "--type", "인용")
    #expect(added.status == 0 && added.out.contains("밑줄 친 곳"), "\(added)")
    let id = try #require(added.out.firstMatch(of: /ID  (\S+)/)?.1)
    let edited = await shell.run("records", "edit", String(id), "--page", "37", "--type", "note")
    #expect(edited.status == 0 && edited.out.contains("밑줄 친 곳"), "\(edited)")
    #expect(await shell.run("records", "list", "--book", isbn).lines.dropFirst().first?.contains(" 37  ") == true)
    #expect(await shell.run("records", "edit", String(id)).status == 64)
    let removed: [String: String] = try await shell.run("records", "remove", String(id), "--json").json()
    #expect(removed == ["removed": String(id)])
  }

  @Test func aReviewIsEditedPublishedHiddenAndRemoved() async throws {
    let shell = try await TestShell.onDemo()
    let isbn = try await book(shell)
    let added = await shell.run("reviews", "add", isbn, "좋은", "책", "--rating", "4")
    #expect(added.status == 0 && added.out.contains("★★★★☆  좋은 책"), "\(added)")
    let id = String(try #require(added.out.firstMatch(of: /ID  (\S+)/)?.1))
    for (flag, isPublic) in [("--public", true), ("--no-public", false)] {
      let edited: [String: Any] = try await shell.run("reviews", "edit", id, flag, "--json").json()
      #expect((edited["data"] as? [String: Any])?["is_public"] as? Bool == isPublic)
    }
    #expect(await shell.run("reviews", "edit", id, "--rating", "2").out.contains("★★☆☆☆  좋은 책"))
    let removed: [String: String] = try await shell.run("reviews", "remove", id, "--json").json()
    #expect(removed == ["removed": id])
  }

  @Test func recordsAndReviewsAreListedInPages() async throws {
    let shell = try await TestShell.onDemo()
    let records = await shell.run("records", "list", "--limit", "5")
    #expect(records.lines.count == 8 && records.lines[6] == text("모두 14개", "14 in total"), "\(records)")
    #expect(records.lines[0].contains("(KST)") && records.lines[1].contains("책 "))
    #expect(records.lines[7] == text("더 있습니다: --page 2", "There are more: --page 2"))
    let reviews = await shell.run("reviews", "list")
    #expect(reviews.lines.last == text("모두 5개", "5 in total") && reviews.out.contains("★★★"), "\(reviews)")
    let shelf: [String: Any] = try await shell.run("shelf", "list", "--status", "completed", "--json").json()
    let books = try #require(shelf["data"] as? [[String: Any]]).compactMap { $0["book"] as? [String: Any] }
    let isbn = try #require(books.last?["isbn13"] as? String)
    #expect(await shell.run("reviews", "list", "--book", isbn).out.contains("독자 "))
    #expect(await shell.run("reviews", "add", isbn, "또", "--rating", "5").status == 1)
  }

  @Test func theReportFollowsTheGenres() async throws {
    let shell = try await TestShell.onDemo()
    let report = await shell.run("report")
    let openness = text("개방성", "Openness")
    #expect(report.lines.contains { $0.hasPrefix(openness) && $0.contains("█") }, "\(report)")
    #expect(await shell.run("report", "--genre", "poetry").out != report.out)
  }

  @Test func anEmptyListIsAMessage() async throws {
    let shell = try await TestShell.onDemo(demo: false)
    for (arguments, message) in [
      (["records", "list"], text("기록이 없습니다.", "No records yet.")),
      (["reviews", "list"], text("리뷰가 없습니다.", "No reviews yet.")),
      (["board", "list"], text("글이 없습니다.", "No posts yet.")),
      (["board", "blocks"], text("숨긴 사용자가 없습니다.", "No hidden users.")),
      (["ledger", "people"], text("장부에 사람이 없습니다.", "The ledger is empty.")),
      (["ledger", "month", "1999-01"], text("1999년 1월에는 주고받은 것이 없습니다.", "No gifts in 1999-01.")),
      (["ledger", "summary"], text("준 것 0  받은 것 0  차이 0", "given 0  received 0  balance 0")),
      (["shelf", "list"], text("서재가 비어 있습니다.", "The shelf is empty.")),
      (["shelf", "list", "--status", "reading"], text("그런 책이 서재에 없습니다.", "No such book on the shelf.")),
    ] {
      let output = await shell.run(arguments)
      #expect(output.status == 0 && output.out == message + "\n", "\(arguments): \(output)")
    }
    let report = await shell.run("report")
    #expect(report.status == 1 && report.err.contains("naru report --genre"), "\(report)")
    let made = await shell.run("report", "--genre", "novel")
    #expect(made.status == 0, "\(made)")
    #expect(await shell.run("report").out == made.out)
  }

  @Test func aLoanCountsInThePopularBooks() async throws {
    let shell = try await TestShell.onDemo()
    func loans(_ isbn: String) async throws -> Int {
      let answer: [String: Any] = try await shell.run("popular", "--limit", "100", "--json").json()
      let books = try #require((answer["data"] as? [String: Any])?["list"] as? [[String: Any]], "\(answer)")
      return try #require(books.first { $0["isbn"] as? String == isbn }?["chargeCount"] as? Int)
    }
    let table = await shell.run("popular", "--category", "문학", "--limit", "2")
    let isbn = String(try #require(table.lines.dropFirst().first?.split(separator: " ").last, "\(table)"))
    let before = try await loans(isbn)
    let borrowed = await shell.run("popular", "borrow", isbn)
    #expect(borrowed.status == 0 && borrowed.out.contains(text("문학", "literature")), "\(borrowed)")
    #expect(try await loans(isbn) == before + 1)
    #expect(await shell.run("popular", "borrow", "9788983920683").status == 1)
  }

  @Test func popularTakesALimit() async throws {
    let shell = try await TestShell.onDemo()
    #expect(await shell.run("popular", "--limit", "2").lines.count == 3)
    #expect(await shell.run("popular", "--limit", "101").status == 64)
  }
}
