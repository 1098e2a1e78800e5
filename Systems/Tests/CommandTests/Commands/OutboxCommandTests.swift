import CommandSupport
import Foundation
import Naru
import StorageTesting
import Support
import SystemTesting
import Testing

/// The command without a server, and after its return.
struct OutboxCommandTests {
  private func shell() async throws -> (TestShell, NetworkLink) {
    let link = Locked<NetworkLink?>(nil)
    let shell = try await TestShell.onDemo { backend in
      let new = NetworkLink(backend)
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
    // Each change names its book.
    let titles = try entries.prefix(3).map { try #require(($0["book"] as? [String: Any])?["title"] as? String) }
    #expect(titles.allSatisfy(list.out.contains), "\(list)")
    let failed = await shell.run("outbox", "send")
    #expect(failed.status == 1 && failed.out == text("0개를 보냈습니다.\n", "0 sent.\n"), "\(failed)")

    link.isDown.withLock { $0 = false }
    let sent = await shell.run("outbox", "send")
    #expect(sent.status == 0 && sent.out == text("3개를 보냈습니다.\n", "3 sent.\n") && sent.err.isEmpty, "\(sent)")
    #expect(await shell.run("outbox", "list").out == text("보낼 변경이 없습니다.\n", "Nothing waits to be sent.\n"))
  }

  /// The ISBN of a book on the shelf.
  private func isbn(_ entry: [String: Any]) throws -> String {
    try #require((entry["book"] as? [String: Any])?["isbn13"] as? String)
  }

  /// The ISBN of a book that is not on the shelf.
  private func unknownISBN(_ entries: [[String: Any]]) throws -> String {
    let known = try entries.map(isbn)
    let all = PreparedData.demoBooks.split(separator: "\n").dropFirst().map { String($0.prefix { $0 != "," }) }
    return try #require(all.first { !known.contains($0) })
  }

  @Test func aChangeThatCanNotSucceedFailsAtOnce() async throws {
    let (shell, link) = try await shell()
    let entries = try await entries(shell)
    let unknown = try unknownISBN(entries)
    let records: [String: Any] = try await shell.run("records", "list", "--json").json()
    let withPages = entries.filter { ($0["book"] as? [String: Any])?["pageCount"] is Int }
    let ids = Set(withPages.compactMap { $0["id"] as? String })
    let data = try #require(records["data"] as? [[String: Any]])
    let first = try #require(data.first { ids.contains($0["reading_book_id"] as? String ?? "") })
    let record = try #require(first["id"] as? String)
    let book = try #require(entries.first { $0["id"] as? String == first["reading_book_id"] as? String })
    let (entry, isbn) = (try #require(book["id"] as? String), try isbn(book))
    link.isDown.withLock { $0 = true }
    for arguments in [
      ["shelf", "remove", unknown], ["records", "add", unknown, "메모"], ["shelf", "edit", unknown, "--page", "1"],
    ] {
      let failed = await shell.run(arguments)
      #expect(failed.status == 1 && failed.err.contains(text("이 기기에 저장된 서재", "stored on this machine")), "\(failed)")
    }
    for arguments in [
      ["shelf", "edit", isbn, "--page", "99999"], ["shelf", "edit", entry, "--page", "99999"],
      ["records", "add", isbn, "메모", "--page", "99999"], ["records", "edit", record, "--page", "99999"],
    ] {
      let failed = await shell.run(arguments)
      #expect(failed.status == 1 && failed.err.contains("99999"), "\(arguments) \(failed)")
    }
    #expect(await shell.run("shelf", "remove", isbn).status == 0)
    for arguments in [
      ["shelf", "remove", isbn], ["shelf", "edit", entry, "--page", "1"], ["records", "add", entry, "메모"],
      ["records", "edit", record, "메모"], ["reviews", "add", isbn, "--rating", "1"],
      ["shelf", "edit", "local-9000000000000001", "--page", "1"],
    ] {
      let failed = await shell.run(arguments)
      #expect(failed.status == 1 && !failed.err.contains(text("저장해 두었습니다", "It is saved")), "\(arguments) \(failed)")
    }
    let list = await shell.run("outbox")
    let title = try #require((book["book"] as? [String: Any])?["title"] as? String)
    #expect(list.lines.count == 2 && list.out.contains("ReadingBooks.remove “\(title)"), "\(list)")
  }

  @Test func whatIsQueuedIsListedAndTheNextCommandSendsIt() async throws {
    let (shell, link) = try await shell()
    let isbn = try unknownISBN(try await entries(shell))
    for arguments in [["board", "list"], ["ledger", "people"], ["records", "list"]] {
      #expect(await shell.run(arguments).status == 0)
    }
    link.isDown.withLock { $0 = true }
    func queue(_ arguments: String...) async throws -> String {
      let kept = await shell.run(arguments)
      #expect(kept.status == 0 && kept.out.isEmpty, "\(kept)")
      return String(try #require(kept.err.firstMatch(of: /ID ([^)]+)/)?.1, "\(kept)"))
    }
    let entry = try await queue("shelf", "add", isbn, "--status", "reading", "--page", "3")
    // The book's name needs no connection, and neither does the local ID.
    #expect(await shell.run("shelf", "edit", isbn, "--rating", "4").status == 0)
    _ = try await queue("records", "add", entry, "지하철에서 쓴 메모")
    _ = try await queue("reviews", "add", isbn, "지하철에서 쓴 리뷰", "--rating", "5")
    let post = try await queue("board", "write", "물총새")
    let gift = try await queue("ledger", "add", "오세훈", "5만", "--new", "--date", "2020-01-02")
    #expect(await shell.run("ledger", "edit", gift, "--amount", "6만").status == 0)
    for (arguments, found) in [
      (["shelf", "list"], entry), (["records", "list"], "지하철에서 쓴 메모"), (["board", "list"], post),
      (["board", "show", post], "물총새"), (["ledger", "show", "오세훈"], "60,000"), (["ledger", "month", "2020-01"], "오세훈"),
      (["shelf", "list", "--json"], entry),
    ] {
      let output = await shell.run(arguments)
      #expect(output.status == 0 && output.out.contains(found), "\(arguments): \(output)")
    }
    for again in [["shelf", "add", isbn], ["reviews", "add", isbn, "또", "--rating", "1"]] {
      let failed = await shell.run(again)
      #expect(failed.status == 1 && failed.err.contains(text("이미", "already")), "\(failed)")
    }

    link.isDown.withLock { $0 = false }
    let next = await shell.run("books", "search", "책")
    #expect(next.err == text("대기 중이던 변경 8개를 보냈습니다.\n", "Queued changes sent: 8.\n"), "\(next)")
    #expect(await shell.run("outbox").out == text("보낼 변경이 없습니다.\n", "Nothing waits to be sent.\n"))
    let shelf = try await entries(shell).filter { try self.isbn($0) == isbn }
    #expect(shelf.count == 1 && shelf[0]["rating"] as? Double == 4 && shelf[0]["current_page"] as? Int == 3)
    #expect(await shell.run("ledger", "show", "오세훈").out.contains("60,000"))
    // Nothing is left to be sent.
    #expect(await shell.run("shelf", "list").err.isEmpty)
  }

  @Test func aPageIsNotThePostOfTheSameNumber() async throws {
    let (shell, link) = try await shell()
    #expect(await shell.run("board", "list").out.contains(#/\n *3  /#))
    let isbn = try isbn(try #require(try await entries(shell).first))
    link.isDown.withLock { $0 = true }
    #expect(await shell.run("shelf", "edit", isbn, "--page", "3").status == 0)
    let list = await shell.run("outbox").out
    #expect(list.contains("”, 3 "), "\(list)")
  }

  @Test func aPostThatIsOnlyInTheQueueCanBeChanged() async throws {
    let (shell, link) = try await shell()
    link.isDown.withLock { $0 = true }
    func write(_ arguments: String...) async throws -> String {
      let kept = await shell.run(arguments)
      return String(try #require(kept.err.firstMatch(of: /local-[0-9]+/)?.0, "\(kept)"))
    }
    let (post, other) = (try await write("board", "write", "물총새"), try await write("board", "write", "참새"))
    let comment = try await write("board", "comment", post, "어디요?")
    let reply = try await write("board", "comment", post, "--to", comment, "중랑천")
    for arguments in [
      ["board", "edit", post, "물총새!"], ["board", "edit", post, "--comment", reply, "안양천"], ["board", "remove", other],
    ] {
      #expect(await shell.run(arguments).status == 0)
    }
    for arguments in [
      ["board", "comment", other, "?"], ["board", "comment", post, "--to", reply, "?"], ["board", "remove", other],
    ] {
      #expect(await shell.run(arguments).status == 1, "\(arguments)")
    }
    link.isDown.withLock { $0 = false }
    let sent = await shell.run("outbox", "send")
    #expect(sent.status == 0 && sent.out == text("7개를 보냈습니다.\n", "7 sent.\n"), "\(sent)")
    // The local numbers stay valid.
    let shown = await shell.run("board", "show", post)
    #expect(shown.status == 0 && ["물총새!", "어디요?", "안양천"].allSatisfy(shown.out.contains), "\(shown)")
    #expect(await shell.run("board", "comment", post, "고맙습니다").status == 0)
  }

  @Test func onlyTheOwnerCanReadWhoIsSignedIn() async throws {
    let (shell, _) = try await shell()
    // A token with a subject.
    try await shell.signIn("e30.\(Data(#"{"sub":"minsu"}"#.utf8).base64EncodedString()).x")
    _ = await shell.run("shelf", "list")
    let folder = shell.folder.url.appending(path: "state/naru")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).first { $0.hasPrefix("person-") }
    )
    for (path, mode) in [(folder.path, 0o700), (folder.appending(path: name).path, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
    }
    // A server that responds knows the user.
    let note = folder.appending(path: name)
    try FileManager.default.removeItem(at: note)
    try FileManager.default.createDirectory(at: note, withIntermediateDirectories: false)
    let list = await shell.run("shelf", "list")
    #expect(list.status == 0, "\(list)")
  }

  @Test func aRejectedChangeSaysWhyAndCanBeDiscarded() async throws {
    let (shell, link) = try await shell()
    let entry = try await entries(shell)[0]
    let id = try #require(entry["id"] as? String)
    let title = try #require((entry["book"] as? [String: Any])?["title"] as? String)
    link.isDown.withLock { $0 = true }
    _ = await shell.run("shelf", "edit", id, "--rating", "9")
    link.isDown.withLock { $0 = false }
    let sent = await shell.run("outbox", "send")
    #expect(
      sent.status == 1 && sent.err.contains(text("거절됨", "rejected")) && sent.err.contains("별점은 0 이상 5 이하")
        && sent.err.contains(title),
      "\(sent)"
    )
    let list: [[String: Any]] = try await shell.run("outbox", "list", "--json").json()
    #expect(list.count == 1 && list[0]["isRejected"] as? Bool == true)
    let number = try #require(list[0]["id"] as? Int)
    #expect(await shell.run("outbox", "retry", "\(number)").status == 0)
    // The next command sends it, and reports the rejection once.
    for hint in [true, false] {
      let next = await shell.run("shelf", "list")
      #expect(next.status == 0 && next.err.contains("`naru outbox`") == hint, "\(next)")
    }
    #expect(await shell.run("outbox", "discard", "\(number)").out == text("1개를 버렸습니다.\n", "1 discarded.\n"))
    for ids in [["\(number)"], []] { #expect(await shell.run(["outbox", "discard"] + ids).status == 64) }
    #expect(await shell.run("outbox", "discard", "--all").out == text("0개를 버렸습니다.\n", "0 discarded.\n"))
  }

  @Test func anotherPersonHasAnotherOutboxAndNoOneHasNone() async throws {
    let (shell, link) = try await shell()
    let id = try #require(try await entries(shell)[0]["id"] as? String)
    link.isDown.withLock { $0 = true }
    _ = await shell.run("shelf", "edit", id, "--rating", "3")
    try await shell.signIn("김철수")
    #expect(await shell.run("outbox").out == text("보낼 변경이 없습니다.\n", "Nothing waits to be sent.\n"))
    #expect(await shell.run("shelf", "list").status == 1)
    try await shell.signIn("홍길동")
    // Another spelling of the address is the same server.
    #expect(await shell.run("outbox", "--url", "HTTP://127.0.0.1:8080/").lines.count == 2)
    let out = await shell.run("logout")
    #expect(out.status == 0 && out.err.contains(text("보내지 못한 변경 1개는 남겨 두었습니다", "1 change was not sent")), "\(out)")
    #expect(await shell.run("outbox").status == 1)
    try await shell.signIn("홍길동", renewal: Secret("r"))
    #expect(await shell.run("logout").out == text("로그아웃했습니다.\n", "Signed out.\n"))
  }

  /// The file has changes that were not sent, so that no command removes it.
  @Test func aDamagedFileIsNamedAndReadsAndTheEndOfTheSessionNeedNoFile() async throws {
    let shell = try await TestShell.onDemo()
    let shown = await shell.run("shelf", "list")
    let state = shell.folder.url.appending(path: "state/naru")
    let file = try #require(
      FileManager.default.contentsOfDirectory(at: state, includingPropertiesForKeys: nil)
        .first { $0.pathExtension == "sqlite" }
    )
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    let damaged = Data(repeating: UInt8(ascii: "x"), count: 9_000)
    try damaged.write(to: file)
    let list = await shell.run("shelf", "list")
    #expect(list.status == 0 && list.out == shown.out, "\(list)")
    let watched = await shell.run("shelf", "list", "--watch")
    #expect(watched.status == 0 && watched.out == shown.out, "\(watched)")
    var outputs = [list, watched]
    for arguments in [["board", "write", "글"], ["outbox", "list"]] {
      let output = await shell.run(arguments)
      #expect(output.status == 1 && output.out.isEmpty, "\(output)")
      outputs.append(output)
    }
    let logout = await shell.run("logout")
    #expect(logout.status == 0 && logout.out == text("로그아웃했습니다.\n", "Signed out.\n"), "\(logout)")
    for output in outputs + [logout] {
      // One message.
      #expect(output.err.components(separatedBy: file.lastPathComponent).count == 2, "\(output)")
    }
    #expect(try Data(contentsOf: file) == damaged)
    #expect(await shell.run("whoami").status == 1)
  }
}
