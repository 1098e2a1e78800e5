import Foundation
import Naru
import Support
import SystemTesting
import Testing

@testable import Command

/// The command without a server, and after its return.
struct OutboxCommandTests {
  private func shell() async throws -> (TestShell, Link) {
    let link = Locked<Link?>(nil)
    let shell = try await TestShell.onDemo { backend in
      let new = Link(backend)
      link.withLock { $0 = new }
      return new
    }
    return (shell, try #require(link.withLock { $0 }))
  }

  private func entries(_ shell: TestShell) async throws -> [[String: Any]] {
    let answer: [String: Any] = try await shell.run("shelf", "list", "--json").json()
    return try #require(answer["data"] as? [[String: Any]])
  }

  @Test func whatIsChangedWithoutAServerIsThereOnceAfterItsReturn() async throws {
    let (shell, link) = try await shell()
    let shown = await shell.run("shelf", "list")
    let entries = try await entries(shell)
    let (first, second) = (try #require(entries[0]["id"] as? String), try #require(entries[1]["id"] as? String))
    let isbn = try #require((entries[2]["book"] as? [String: Any])?["isbn13"] as? String)
    let notes = await shell.run("records", "list", "--limit", "1").lines

    link.isDown.withLock { $0 = true }
    let again = await shell.run("shelf", "list")
    #expect(again.status == 0 && again.out == shown.out)
    #expect(
      again.err.hasPrefix(text("서버에 연결할 수 없어 20", "The server can't be reached. This was seen at 20"))
        && again.err.hasSuffix(text("(KST)에 본 내용입니다.\n", "(KST).\n")),
      "\(again.err)"
    )
    for arguments in [
      ["shelf", "edit", first, "--status", "wishlist"], ["shelf", "edit", second, "--status", "wishlist"],
      ["records", "add", isbn, "지하철에서 쓴 메모"],
    ] {
      let kept = await shell.run(arguments)
      #expect(
        kept.status == 0 && kept.err.contains(text("저장해 두었습니다", "It is saved")) && kept.err.contains("naru outbox"),
        "\(kept)"
      )
    }
    let list = await shell.run("outbox")
    #expect(
      list.lines.count == 4 && list.out.contains("ReadingBooks.update") && list.out.contains(text("대기", "waiting")),
      "\(list)"
    )
    let failed = await shell.run("outbox", "send")
    #expect(failed.status == 1 && failed.out == text("0개를 보냈습니다.\n", "0 sent.\n"), "\(failed)")

    link.isDown.withLock { $0 = false }
    let sent = await shell.run("outbox", "send")
    #expect(sent.status == 0 && sent.out == text("3개를 보냈습니다.\n", "3 sent.\n") && sent.err.isEmpty, "\(sent)")
    #expect(await shell.run("outbox", "list").out == text("보낼 변경이 없습니다.\n", "Nothing waits to be sent.\n"))
    let changed = try await self.entries(shell).filter { $0["status"] as? String == "wishlist" }.compactMap {
      $0["id"] as? String
    }
    #expect(Set(changed).isSuperset(of: [first, second]))
    let records = await shell.run("records", "list", "--limit", "1")
    #expect(records.out.contains("지하철에서 쓴 메모") && records.lines != notes)
    let all = await shell.run("records", "list", "--limit", "100").out
    #expect(all.ranges(of: "지하철에서 쓴 메모").count == 1)
  }

  @Test func aChangeWhoseAnswerIsLostIsMadeOnce() async throws {
    let (shell, link) = try await shell()
    link.losesAnswers.withLock { $0 = true }
    let kept = await shell.run("board", "write", "보내지 못할 뻔한 글")
    #expect(kept.status == 0 && kept.err.contains(text("저장해 두었습니다", "It is saved")), "\(kept)")
    link.losesAnswers.withLock { $0 = false }
    #expect(await shell.run("outbox", "send").out == text("1개를 보냈습니다.\n", "1 sent.\n"))
    let board = await shell.run("board", "list")
    #expect(board.out.ranges(of: "보내지 못할 뻔한 글").count == 1, "\(board)")
  }

  @Test func aRefusedChangeSaysWhyAndCanBeDiscarded() async throws {
    let (shell, link) = try await shell()
    let id = try #require(try await entries(shell)[0]["id"] as? String)
    link.isDown.withLock { $0 = true }
    _ = await shell.run("shelf", "edit", id, "--rating", "9")
    link.isDown.withLock { $0 = false }
    let sent = await shell.run("outbox", "send")
    #expect(
      sent.status == 1 && sent.err.contains(text("거절됨", "refused")) && sent.err.contains("별점은 0 이상 5 이하"),
      "\(sent)"
    )
    let list: [[String: Any]] = try await shell.run("outbox", "list", "--json").json()
    #expect(list.count == 1 && list[0]["isRefused"] as? Bool == true)
    let number = try #require(list[0]["id"] as? Int)
    #expect(await shell.run("outbox", "retry", "\(number)").status == 0)
    #expect(await shell.run("outbox", "send").status == 1)
    #expect(await shell.run("outbox", "discard", "\(number)").out == text("1개를 버렸습니다.\n", "1 discarded.\n"))
    #expect(await shell.run("outbox", "discard", "\(number)").status == 64)
    #expect(await shell.run("outbox", "discard").status == 64)
    #expect(await shell.run("outbox", "discard", "--all").out == text("0개를 버렸습니다.\n", "0 discarded.\n"))
  }

  @Test func anotherPersonHasAnotherOutboxAndNobodyHasNone() async throws {
    let (shell, link) = try await shell()
    let id = try #require(try await entries(shell)[0]["id"] as? String)
    link.isDown.withLock { $0 = true }
    _ = await shell.run("shelf", "edit", id, "--rating", "3")
    try await shell.signIn("김철수")
    #expect(await shell.run("outbox").out == text("보낼 변경이 없습니다.\n", "Nothing waits to be sent.\n"))
    #expect(await shell.run("shelf", "list").status == 1)
    try await shell.signIn("홍길동")
    #expect(await shell.run("outbox").lines.count == 2)
    let out = await shell.run("logout")
    #expect(out.status == 0 && out.err.contains(text("보내지 못한 변경 1개는 남겨 두었습니다", "1 change was not sent")), "\(out)")
    #expect(await shell.run("outbox").status == 1)
  }
}
