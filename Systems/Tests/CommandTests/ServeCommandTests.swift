import DockDock
import Foundation
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// The failures of `naru-server serve`, and what the command says without a server.
  struct ServeCommandTests {
    private let naru = NaruProcess()

    private static var hasIPv6: Bool {
      #if os(Linux)
        (try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8))?.contains(" lo\n") == true
      #else
        true
      #endif
    }

    @Test(arguments: [("no-such-host.invalid", "찾을 수 없습니다"), ("192.0.2.1", "이 기기의 주소가 아닙니다")])
    func anAddressThatIsNotOursIsNamed(host: String, words: String) async throws {
      try await naru.copyData()
      let output = try await naru.run("serve", "--quiet", "--port", "0", "--host", host)
      let message = output.err.split(separator: "\n").first { $0.hasPrefix("오류: ") } ?? ""
      #expect(output.status == 1 && message.contains(host) && message.contains(words), "\(output)")
      #expect(message.firstMatch(of: /Error|NIO|errno/) == nil)
    }

    @Test(.enabled(if: hasIPv6))
    func anIPv6AddressIsPrintedAsAURL() async throws {
      try await naru.onServer(["--host", "::1", "--quiet"]) { url, _ in
        #expect(url.absoluteString.hasPrefix("http://[::1]:"))
        let books = Books.live(APIClient(url, transport: AsyncHTTPClientTransport()))
        let page = try await books.search(query: "고양이")
        #expect(page.query == "고양이")
      }
    }

    @Test func theVersionIsPrinted() async throws {
      let output = try await naru.run("--version")
      #expect(output.status == 0 && output.out.contains(/^[0-9]+\.[0-9]+\.[0-9]+\n$/), "\(output)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func aCompletionScriptIsPrinted(shell: String) async throws {
      let output = try await naru.run("completion", shell)
      #expect(output.status == 0 && output.out.contains("naru") && output.out.contains("delete-account"))
      #expect(try await naru.run("completion", environment: ["SHELL": "/usr/bin/\(shell)"]).out == output.out)
      #expect(try await naru.run("--generate-completion-script", shell).out == output.out)
      if shell == "bash" {
        let file = try naru.folder.write(output.out, to: "naru.bash")
        let check = Process()
        check.executableURL = URL(filePath: "/bin/bash")
        check.arguments = ["-n", file]
        try check.run()
        check.waitUntilExit()
        #expect(check.terminationStatus == 0)
      }
    }

    @Test func helpIsKoreanAndAMistakeNamesTheHelp() async throws {
      for arguments in [["--help"], ["help", "shelf", "add"], ["shelf", "add", "--help"], ["ledger"]] {
        let output = try await naru.run(arguments)
        #expect(output.status == 0 && output.out.contains("USAGE: naru") && output.out.contains(/[가-힣]/), "\(output)")
      }
      for arguments in [["books", "search"], ["serve", "--port", "70000"], ["nonsense"]] {
        let wrong = try await naru.run(arguments)
        #expect(wrong.status == 64 && wrong.out.isEmpty && wrong.err.hasPrefix("오류: "), "\(wrong)")
        #expect(wrong.err.hasSuffix("--help`에 있습니다.\n"), "\(wrong)")
      }
    }
  }
}
