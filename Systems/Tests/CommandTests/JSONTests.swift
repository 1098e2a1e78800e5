import ArgumentParser
import Foundation
import Naru
import StorageTesting
import Testing

@testable import Command

/// `--json` of all commands of `naru`.
struct JSONTests {
  /// The commands that print no values, or need a server with sign-in.
  private static let others: Set = [
    ["login"], ["auth", "login"], ["auth", "logout"], ["auth", "delete-account"], ["auth", "status"], ["whoami"],
    ["sessions"], ["completion"],
  ]

  /// The words of all commands.
  private static func all(_ parent: any ParsableCommand.Type = NaruCommand.self, _ words: [String] = []) -> [[String]] {
    let subcommands = parent.configuration.subcommands
    return subcommands.isEmpty ? [words] : subcommands.flatMap { all($0, words + [$0._commandName]) }
  }

  private static func json(_ text: String) throws -> NSObject {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSObject)
  }

  @Test func everyCommandPrintsJSONAndTheServersIfItShowsOneResponse() async throws {
    let shell = try await TestShell.onDemo()
    var missing = Set(Self.all()).subtracting(Self.others)
    func run(_ line: String) async throws -> String {
      let arguments = line.split(separator: " ").map(String.init)
      missing = missing.filter { !arguments.starts(with: $0) }
      let output = await shell.run(arguments + ["--json"])
      #expect(output.status == 0 && output.out.last == "\n", "\(line): \(output)")
      _ = try Self.json(output.out)
      return output.out
    }
    /// Returns the first value with a key, if there is one, of a command that shows the server's last response.
    func show(_ line: String, _ key: String = "") async throws -> String {
      let shown = try await run(line)
      #expect(try Self.json(shown) == Self.json(shell.answers.all.last ?? ""), "\(line)")
      return try shown.firstMatch(of: Regex("\"\(key)\":\"?([^\",}]+)", as: (Substring, Substring).self)).map {
        String($0.1)
      } ?? ""
    }

    let isbn = try await show("shelf list --status wishlist", "isbn13")
    for line in [
      "books search 책", "books show \(isbn)", "shelf list", "shelf edit \(isbn) --page 3", "records list",
      "reviews list", "reviews list --book \(isbn)", "report", "popular --limit 2", "popular list",
      "popular borrow \(isbn)", "board list", "board list --mine", "board blocks", "ledger people", "ledger people ㄱ",
      "ledger month 2026-01", "ledger summary", "ledger person edit 김민준 --memo 동창",
    ] {
      _ = try await show(line)
    }
    let record = try await show("records add \(isbn) 글", "id")
    let review = try await show("reviews add \(isbn) 글 --rating 4", "id")
    let post = try await show("board write 글", "postId")
    let comment = try await show("board comment \(post) 댓글", "commentId")
    let gift = try await show("ledger add 김민준 5만", "id")
    let folder = shell.folder.url
    let picture = folder.appending(path: "새.JPG").path
    try Data([0xFF]).write(to: URL(fileURLWithPath: picture))
    for line in [
      "pictures add \(picture) --post \(post)", "pictures list --post \(post)",
      "pictures add \(picture) --review \(review)", "pictures list --review \(review)",
      "records edit \(record) 새 글", "reviews edit \(review) 새 글", "board edit \(post) 새 글", "board report 4",
      "board block 4", "ledger edit \(gift) --amount 6만",
    ] {
      _ = try await show(line)
    }
    _ = try await run("pictures list --post \(post) --to \(folder.path)/saved")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/saved").count == 1)
    let saved = try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/saved").first?.prefix(36)
    _ = try await run("pictures remove \(#require(saved)) --post \(post)")
    let answers = shell.answers.all.count
    let shown = try await Self.json(run("board show \(post)"))
    let responses = try shell.answers.all.dropFirst(answers).map(Self.json)
    #expect(shown == ["post": responses[0], "comments": responses[1]] as NSObject)
    for line in [
      "records remove \(record)", "reviews remove \(review)", "board remove \(post) --comment \(comment)",
      "board unblock 4", "ledger show 민준", "ledger remove \(gift)", "ledger person remove 김민준 --yes",
      "shelf remove \(isbn)", "outbox list", "outbox send", "outbox discard --all", "auth token", "logout",
    ] {
      _ = try await run(line)
    }
    missing.subtract([["outbox", "retry"], ["shelf", "add"]])
    #expect(missing.isEmpty)
  }
}
