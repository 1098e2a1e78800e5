import Foundation
import HTTPTypes
import Naru

extension TransportConformance {
  /// Texts that are easily damaged.
  private static let texts = [
    "plain", "한글과 빈칸", "a+b&c=d%e#f?g/h;i", "100%", "“따옴표”", "👨‍👩‍👧‍👦 🇰🇷", "..%2F..", "\u{200B}\u{202E}rtl", "null",
  ]

  /// Requests and responses arrive unchanged.
  static let contentChecks: [Check] = [
    Check("Texts in the path, the query and the body arrive unchanged") { subject in
      let probe = subject.probe()
      for text in texts {
        let echo = try await probe.echo(path: text, query: text, body: Probe.Message(text: text))
        try expectEqual(echo, Probe.Echo(path: text, query: text, header: nil, body: text, method: "POST"), "the echo")
      }
    },
    Check("A header field arrives") { subject in
      let echo = try await subject.probe().header(probeMark: "mark-1")
      try expectEqual(echo.header, "mark-1", "the header field")
    },
    Check("Every method arrives") { subject in
      let probe = subject.probe()
      try expectEqual(try await probe.get().method, "GET", "the method")
      try expectEqual(try await probe.put(body: .init(text: "x")).method, "PUT", "the method")
      try expectEqual(try await probe.patch(body: .init(text: "x")).method, "PATCH", "the method")
      try expectEqual(try await probe.delete().method, "DELETE", "the method")
    },
    Check("The body of DELETE arrives") { subject in
      let echo = try await subject.probe().remove(items: ["a", "나루"])
      try expectEqual(echo.method, "DELETE", "the method")
      try expectEqual(echo.body, "a,나루", "the body")
    },
    Check("The answer to HEAD ends with its head, whatever length it names") { subject in
      let probe = subject.probe(timeout: .seconds(10))
      try expectEqual(try await probe.size(bytes: 1 << 30).length, 1 << 30, "Content-Length")
      try expectEqual(try await probe.get().method, "GET", "the next call")
    },
    Check("An answer without a body is a success for a call without a value") { subject in
      try await subject.probe().nothing()
    },
    Check("Header fields of the answer arrive") { subject in
      let page = try await subject.probe().counted()
      try expectEqual(page.total, 1234, "X-Total-Count")
      try expectEqual(page.elements, [1, 2, 3], "the body")
    },
    Check("A failure has its status, code and sentence") { subject in
      for status in [400, 401, 403, 404, 409, 418, 429, 500, 503] {
        let error = try await failure("status \(status)") { try await subject.probe().fail(status: status) }
        try expectEqual(error.status?.code, status, "the status")
        try expectEqual(error.serverCode, "PROBE", "the server's code")
        try expectEqual(error.message?.korean, "이것은 \(status)입니다.", "the server's sentence")
        try expectEqual(error.endpoint, Probe.Endpoints.fail, "the endpoint")
      }
    },
    Check("Bodies of a megabyte are sent and received") { subject in
      let text = String(repeating: "가나다라마바사아자차카타파하", count: 25_000)
      let echo = try await subject.probe().echo(path: "p", query: "q", body: Probe.Message(text: text))
      try expect(echo.body == text, "the body of \(text.utf8.count) bytes returned changed")
    },
    Check("A hundred concurrent calls get their own responses") { subject in
      let probe = subject.probe()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<100 {
          group.addTask {
            let echo = try await probe.echo(path: "\(number)", query: "q", body: Probe.Message(text: "\(number)"))
            try expectEqual(echo.path, "\(number)", "the response to another call")
            try expectEqual(echo.body, "\(number)", "the response to another call")
          }
        }
        try await group.waitForAll()
      }
    },
  ]
}
