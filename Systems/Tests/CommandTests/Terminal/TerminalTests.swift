import CommandSupport
import Foundation
import HTTPTypes
import Naru
import SystemTesting
import Testing

@testable import Command

/// What a server says can't control the terminal.
struct TerminalTests {
  private static let escape = "\u{1B}]0;owned\u{7}\u{1B}[31m빨강\u{9B}2J"

  @Test func aFailureIsPrintedWithoutControlCharacters() async throws {
    let body = try JSONSerialization.data(
      withJSONObject: ["success": false, "error": "X", "message": Self.escape]
    )
    let shell = TestShell(ClosureTransport.status(400, String(decoding: body, as: UTF8.self)))
    let output = await shell.run("books", "search", "x")
    #expect(output.status == 1 && output.err.contains("빨강"), "\(output)")
    #expect(!output.err.contains { "\u{1B}\u{7}\u{9B}".contains($0) })
  }

  @Test func lostOutputIsAFailureButAReaderThatStopsIsNot() async throws {
    let full = Terminal(descriptor: open("/dev/full", O_WRONLY), environment: [:])
    let context = CommandContext(environment: [:], output: full, errors: Terminal { _ in }, readAnswer: nil)
    #expect(await CommandContext.$current.withValue(context) { await NaruCommand.run(["--help"]) } == 1)
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let closed = Terminal(descriptor: pipe.fileHandleForWriting.fileDescriptor, environment: [:])
    closed.write("글")
    #expect(closed.lossOfOutput == nil)
  }

  @Test func jsonInATerminalHasNoControlCharacters() async throws {
    let body = #"{"success":true,"message":null,"data":{"id":"1","title":"제목\#u{9B}2J\#u{202E}"},"error":null}"#
    let shell = TestShell(ClosureTransport.status(200, body))
    let shown = await shell.run("books", "show", "1", "--json", columns: 80)
    let lines = [
      "{", #"  "success": true,"#, #"  "message": null,"#, #"  "data": {"#, #"    "id": "1","#,
      #"    "title": "제목\u009B2J\u202E""#, "  },", #"  "error": null"#, "}", "",
    ]
    #expect(shown.out == lines.joined(separator: "\n"))
    #expect(await shell.run("books", "show", "1", "--json").out == body + "\n", "the server's JSON in a pipe")
  }
}
