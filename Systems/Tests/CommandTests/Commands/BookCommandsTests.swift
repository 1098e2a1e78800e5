import Foundation
import Naru
import Testing

@testable import Command

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
      pastEnd.out == text("9쪽은 비어 있습니다. 모두 \(total)권입니다.\n", "Page 9 is empty. The total is \(total).\n")
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
    #expect(
      await shell.run("records", "edit", String(id), "새", "글", "--json").out == (shell.answers.all.last ?? "") + "\n"
    )
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

  @Test func jsonIsWhatTheServerAnswered() async throws {
    let shell = try await TestShell.onDemo()
    let isbn = try await book(shell)
    for arguments in [
      ["books", "search", "책"], ["books", "show", isbn], ["shelf", "list"], ["shelf", "edit", isbn, "--page", "3"],
      ["records", "list"], ["reviews", "list"], ["reviews", "list", "--book", isbn], ["report"],
      ["popular", "--limit", "2"],
    ] {
      let output = await shell.run(arguments + ["--json"])
      #expect(output.status == 0 && output.out == (shell.answers.all.last ?? "") + "\n", "\(arguments): \(output.err)")
    }
    let removed: [String: String] = try await shell.run("shelf", "remove", isbn, "--json").json()
    #expect(removed["removed"]?.count == 36)
  }

  @Test func popularTakesALimit() async throws {
    let shell = try await TestShell.onDemo()
    #expect(await shell.run("popular", "--limit", "2").lines.count == 3)
    #expect(await shell.run("popular", "--limit", "101").status == 64)
    let wrong = await shell.run("popular", "--category", "소설")
    #expect(wrong.status == 64 && wrong.err.contains("문학") && !wrong.err.contains(text("사용법", "Usage")))
  }
}
