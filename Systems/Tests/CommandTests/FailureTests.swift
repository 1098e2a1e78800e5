import CommandSupport
import Foundation
import GRDB
import HTTPTypes
import NIOCore
import Naru
import SystemTesting
import Testing

@testable import Server

struct FailureTests {
  @Test(arguments: [(HTTPResponse.Status.notFound, "<html>nginx</html>"), (.ok, "<html>It works!</html>"), (.ok, "{}")])
  func anotherServerBehindTheAddressIsNamed(status: HTTPResponse.Status, body: String) async {
    let output = await TestShell(ClosureTransport.status(status.code, body)).run("books", "search", "x")
    #expect(output.status == 1)
    #expect(output.err.contains(text("나루가 아닌 다른 서버", "Another server than Naru")), "\(output.err)")
    #expect(output.err.contains("http://127.0.0.1:8080") && output.err.contains("--url"))
  }

  @Test func aServerThatIsDownBehindAProxyIsNotAnotherServer() async {
    let output = await TestShell(ClosureTransport.status(502, "<html>")).run("books", "search", "x")
    #expect(output.status == 1 && !output.err.contains("--url"), "\(output.err)")
  }

  @Test(arguments: [
    (["records", "remove", ".."], "`id`", "`id`"),
    (["shelf", "edit", "an-entry", "--rating", "nan"], "별점", "The rating"),
    // The server's sentence, which is in the server's language here.
    (["shelf", "add", "97889662609"], "10자리 또는 13자리", "10자리 또는 13자리"),
  ])
  func aValueThatCannotBeRightIsNamed(arguments: [String], korean: String, english: String) async throws {
    let output = try await TestShell.onDemo(demo: false).run(arguments)
    #expect(output.status == 1 && output.err.contains(text(korean, english)), "\(output)")
  }

  @Test(arguments: [
    (CocoaError.fileReadNoSuchFile, "파일이 없습니다", "There is no file"), (.fileReadUnknown, "읽거나", "can't be read"),
  ])
  func aFileThatCannotBeReadIsNamed(code: CocoaError.Code, korean: String, english: String) {
    let message = Failure(CocoaError(code, userInfo: [NSFilePathErrorKey: "/no-such-file"])).message
    #expect(message.contains("/no-such-file") && message.contains(text(korean, english)), "\(message)")
  }

  @Test(arguments: ["http://192.0.2.1:8080", "http://naru.example"])
  func nothingIsSentOverHTTPToAnotherMachineWithoutAFlag(url: String) async throws {
    let shell = try await TestShell.onDemo()
    let sent = shell.answers.all.count
    let refused = await shell.run("shelf", "list", "--url", url)
    #expect(refused.status == 1 && refused.err.contains("--allow-http"), "\(refused.err)")
    #expect(await shell.run("books", "search", "책", "--url", url).status == 1)
    #expect(shell.answers.all.count == sent, "nothing was sent")
    #expect(await shell.run("books", "search", "책", "--url", url, "--allow-http").status == 0)
    #expect(await shell.run("books", "search", "책", "--url", "http://localhost:9").status == 0)
  }

  @Test(arguments: [
    ResultCode.SQLITE_FULL, .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_BUSY,
    .SQLITE_IOERR, .SQLITE_ERROR,
  ])
  func aFailureOfTheDatabaseHasNoSQL(code: ResultCode) {
    let error = DatabaseError(resultCode: code, message: "no such thing", sql: "SELECT secret FROM person")
    let message = Failure(NaruServerCommand.explained(error)).message
    #expect(!message.contains("SELECT") && !message.contains("SQLite") && !message.contains("no such thing"))
  }

  @Test(arguments: [
    (ResultCode.SQLITE_FULL, "disk is full"), (.SQLITE_FULL, "`--to`"), (.SQLITE_READONLY, "read-only"),
    (.SQLITE_CORRUPT, "is damaged"), (.SQLITE_NOTADB, "is not a database"), (.SQLITE_BUSY, "for too long"),
    (.SQLITE_IOERR, "Check the disk"),
  ])
  func theCauseOfAFailureOfTheDatabaseIsNamed(code: ResultCode, words: String) {
    let error = NaruServerCommand.explained(DatabaseError(resultCode: code)) as? MessageError
    #expect(error?.localizedMessage.english.contains(words) == true)
  }

  @Test func anUnknownErrorHasNoNamesOfTypes() {
    struct StrangeError: Error {}
    let errors: [any Error] = [
      StrangeError(), IOError(errnoCode: EACCES, reason: "bind(descriptor:ptr:bytes:)"), EventLoopError.shutdown,
    ]
    for message in errors.map({ Failure($0).message }) {
      #expect(message.firstMatch(of: /Error\b|NIO|\(.*:\)|operation could/) == nil, "\(message)")
    }
  }
}
