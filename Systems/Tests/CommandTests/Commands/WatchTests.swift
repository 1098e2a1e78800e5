import CommandSupport
import Foundation
import Testing

/// `shelf list --watch`.
struct WatchTests {
  /// A command that watches the shelf, with its output.
  private struct Watch {
    let output: AsyncStream<String>
    let task: Task<CommandOutput, Never>

    init(_ shell: TestShell, _ arguments: String..., columns: Int? = nil) {
      let (output, continuation) = AsyncStream.makeStream(of: String.self)
      self.output = output
      task = Task {
        let list = ["shelf", "list", "--watch"] + arguments
        return await shell.run(list, columns: columns) { continuation.yield($0) }
      }
    }

    /// Waits for a line. Returns everything before it.
    func wait(for text: String) async -> String {
      var shown = ""
      for await part in output {
        shown += part
        if part.contains(text) { break }
      }
      return shown
    }

    func end() async -> CommandOutput {
      task.cancel()
      return await task.value
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func aChangeIsShownAtOnceToTheSameUserAndNoOneElse() async throws {
    let phone = try await TestShell.onDemo(demo: false)
    let (tablet, stranger) = (TestShell(phone.answers), TestShell(phone.answers))
    try await tablet.signIn("홍길동")
    try await stranger.signIn("김철수")
    let (mine, json) = (Watch(tablet, columns: 200), Watch(phone, "--json"))
    let theirs = Watch(stranger)
    let empty = text("서재가 비어 있습니다.", "The shelf is empty.")
    let books = PreparedData.demoBooks.split(separator: "\n").dropFirst().map { String($0.prefix(13)) }
    _ = await mine.wait(for: empty)
    _ = await theirs.wait(for: empty)
    _ = await json.wait(for: "[]")
    #expect(await phone.run("shelf", "add", books[0]).status == 0)
    let redrawn = await mine.wait(for: "책 0")
    #expect(redrawn.contains("\u{1B}[H\u{1B}[2J"))
    #expect(await json.wait(for: books[0]).contains("data"))
    #expect(await phone.run("shelf", "remove", books[0]).status == 0)
    _ = await mine.wait(for: empty)
    // The first book of another user is all that they have seen.
    #expect(await stranger.run("shelf", "add", books[1]).status == 0)
    #expect(await !theirs.wait(for: "책 1").contains("책 0"))
    for watch in [mine, theirs, json] { #expect(await watch.end().status == 0) }
  }

  @Test func withoutAUserTheCommandEndsWithTheReason() async throws {
    let shell = try await TestShell.onDemo(nil)
    let output = await shell.run("shelf", "list", "--watch")
    #expect(output.status == 1 && output.err.contains("naru login"), "\(output)")
  }
}
