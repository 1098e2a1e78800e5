import CommandSupport
import Foundation
import HTTPTypes
import Naru
import NaruAuth
import SystemTesting
import Testing

struct AuthCommandTests {
  /// Signs a person in with tokens that expired yesterday.
  private func signInYesterday(_ shell: TestShell) async throws {
    let session = Session(
      store: FileTokenStore(shell.sessionFile, protection: .ownerOnly),
      refresher: nil,
      clock: ContinuousClock(),
      random: { 0 },
      now: { Date() - 86_400 }
    )
    try await session.signIn {
      Credential(accessToken: Secret("old-access"), refreshToken: Secret("old-refresh"), lifetime: .seconds(60))
    }
  }

  @Test func theTokenIsPrinted() async throws {
    let shell = TestShell()
    try await shell.signIn("token-of-a-person")
    #expect(await shell.run("auth", "token").out == "token-of-a-person\n")
    #expect(await shell.run("auth", "token", "--json").out == #"{"accessToken":"token-of-a-person"}"# + "\n")
  }

  @Test func anExpiredTokenIsRenewedBeforeItIsPrinted() async throws {
    let tokens = #"{"accessToken":"new-access","refreshToken":"new-refresh","expiresIn":3600}"#
    let shell = TestShell(ClosureTransport.status(200, tokens))
    try await signInYesterday(shell)
    let output = await shell.run("auth", "token")
    #expect(output.status == 0 && output.out == "new-access\n", "\(output.err)")
    #expect(await shell.run("auth", "token").out == "new-access\n")
    #expect(shell.answers.all.count == 1, "the new token is kept")
  }

  @Test(arguments: [["auth", "status"], ["auth", "token"], ["outbox"]], [false, true])
  func withoutASignInTheReasonIsNamed(arguments: [String], isDamaged: Bool) async throws {
    let shell = try await TestShell.onDemo(isDamaged ? "홍길동" : nil)
    if isDamaged { try Data("x".utf8).write(to: shell.sessionFile) }
    let output = await shell.run(arguments)
    #expect(output.status == 1 && output.out.isEmpty && output.err.contains("`naru login`"))
    #expect(output.err.contains(text("손상되었습니다", "is damaged")) == isDamaged, "\(output)")
    #expect(output.err.contains(text("이 서버에는 로그인하지 않았습니다 (http://127", "at this server (http://127")) != isDamaged)
    #expect(await shell.run("logout").status == 0 && !FileManager.default.fileExists(atPath: shell.sessionFile.path))
  }

  @Test func aLoginAtAnotherServerOpensNoBrowser() async {
    let output = await TestShell(ClosureTransport.status(404, "<html>")).run("login", "--no-browser")
    #expect(output.status == 1 && output.err.split(separator: "\n").count == 1, "\(output.err)")
    #expect(output.err.contains(text("나루가 아닌 다른 서버", "Another server than Naru")))
  }
}
