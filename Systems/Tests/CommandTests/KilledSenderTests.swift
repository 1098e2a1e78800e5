import CommandSupport
import Foundation
import Naru
import NaruAsyncHTTPClient
import Support
import SystemTesting
import Testing

@testable import Command

extension ProcessTests {
  /// A `naru outbox send` that is killed (`kill -9`) while it sends.
  struct KilledSenderTests {
    private let naru = NaruProcess()

    @Test func theNextSenderContinuesAtOnce() async throws {
      try await naru.onServer { url, stop in
        let environment = ["NARU_URL": url.absoluteString]
        #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        let link = NetworkLink(LocalizedTransport(transport: AsyncHTTPClientTransport()))
        let shell = TestShell(link, folder: naru.folder)
        link.isDown.withLock { $0 = true }
        for text in ["물총새", "참새"] {
          #expect(await shell.run("board", "write", text, environment: environment).status == 0)
        }
        link.isDown.withLock { $0 = false }
        // The server accepts connections, and does not respond.
        _ = await stop(SIGSTOP)
        let isKilled = try await naru.run(["outbox", "send"], environment: environment) {
          var list = await shell.run("outbox", environment: environment)
          while !list.out.contains(text("보내는 중", "being sent by")) {
            list = await shell.run("outbox", environment: environment)
          }
          let sent = await shell.run("outbox", "send", environment: environment)
          #expect(sent.status == 1 && sent.out == text("0개를 보냈습니다.\n", "0 sent.\n"), "\(sent)")
          #expect(
            sent.err.contains(/[0-9]{2}:[0-9]{2}:[0-9]{2}.*(까지|until)|(until|까지).*[0-9]{2}:[0-9]{2}:[0-9]{2}/),
            "\(sent)"
          )
        }
        #expect(isKilled)
        _ = await stop(SIGCONT)
        let sent = await shell.run("outbox", "send", environment: environment)
        #expect(sent.status == 0 && sent.out == text("2개를 보냈습니다.\n", "2 sent.\n"), "\(sent)")
        let board = await shell.run("board", "list", environment: environment).out
        for text in ["물총새", "참새"] { #expect(board.ranges(of: text).count == 1, "\(board)") }
      }
    }
  }
}
