import Foundation
import HTTPTypes
import Naru

/// Responses that are not HTTP or that contradict themselves.
extension Fault {
  /// The length is larger than the body, and the connection stays open: `timedOut`.
  package static let lengthTooLong = Fault(
    "lengthTooLong",
    "The length is larger than the body, and the connection stays open.",
    .timedOut,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count + 10) + body), .wait, .close] }

  /// The length is smaller than the body: `decodingFailed`. The rest is not taken for the next response.
  package static let lengthTooShort = Fault(
    "lengthTooShort",
    "The length is smaller than the body.",
    .decodingFailed,
    .damagesBody { $0.dropLast(5) },
    status: 200
  ) { body in [.readHead, .readBody, .send(head(length: body.count - 5) + body)] }

  /// There are two lengths: `unreachable`, because with the wrong one, a part of this response would be taken for the next one.
  package static let twoLengths = Fault("twoLengths", "There are two lengths.", .unreachable, .losesAnswer) { body in
    let fields = ["Content-Length: \(body.count)", "Content-Length: \(body.count - 5)"]
    return [.readHead, .readBody, .send(Fault.Step.head(fields: fields) + body), .close]
  }

  /// The length is not a number: `unreachable`.
  package static let badLength = Fault("badLength", "The length is not a number.", .unreachable, .losesAnswer) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Content-Length: many"]) + body), .close]
  }

  /// The size of a chunk is not a number: `unreachable`.
  package static let badChunk = Fault("badChunk", "The size of a chunk is not a number.", .unreachable, .cutsBody) {
    body in
    [.readHead, .readBody, .send(chunkedHead), .send(body.firstHalf.chunk), .send("zz\r\n{}\r\n0\r\n\r\n"), .close]
  }

  /// The server does not speak HTTP: `unreachable`.
  public static let isNotHTTP = Fault("isNotHTTP", "The server does not speak HTTP.", .unreachable, .losesAnswer) {
    _ in
    [.send("SSH-2.0-OpenSSH_9.2\r\n"), .readHead, .readBody, .close]
  }

  /// The head is a megabyte: `tooLarge`.
  public static let hugeHead = Fault("hugeHead", "The head is a megabyte.", .tooLarge, .losesAnswer) { body in
    let fields = (0..<1024).map { "X-Field-\($0): \(String(repeating: "x", count: 1024))" }
    return [.readHead, .readBody, .answer(fields: fields, body: body)]
  }

  /// The body does not end: `tooLarge`.
  public static let endlessBody = Fault("endlessBody", "The body does not end.", .tooLarge, .cutsBody) { _ in
    let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 16).chunk
    // Not as fast as possible: libcurl (7.88) stays in its loop while there is something to read, and can't be told to close.
    return [.readHead, .readBody, .send(chunkedHead), .sendForever(chunk, every: .milliseconds(1))]
  }

  /// A web page is sent instead of the response, as by a network that requires a sign-in: `decodingFailed`.
  public static let captivePortal = Fault(
    "captivePortal",
    "A web page is sent instead of the response.",
    .decodingFailed,
    .replacesAnswer(status: 200, fields: [.contentType: "text/html"], body: page),
    status: 200
  ) { _ in
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
    return [.readHead, .readBody, .send(head + page)]
  }

  /// The server responds with status 503 and `Retry-After: 1`: `server`.
  public static let unavailable = Fault(
    "unavailable",
    "The server is unavailable, and asks to try again in a second.",
    .server,
    .replacesAnswer(status: 503, fields: [.retryAfter: "1"], body: ""),
    status: 503
  ) { _ in [.readHead, .readBody, .answer("503 Service Unavailable", fields: ["Retry-After: 1"])] }

  /// The server sends status 204, which has no body, with a body: `decodingFailed`. The body is not taken for the next response. A call
  /// without a result succeeds.
  package static let noContentWithBody = Fault(
    "noContentWithBody",
    "The status is 204, which has no body, but a body is sent.",
    .decodingFailed,
    .replacesAnswer(status: 204, fields: [:], body: ""),
    status: 204
  ) { body in [.readHead, .readBody, .answer("204 No Content", body: body)] }

  /// The server redirects to another of its paths, and the redirect is not followed: `decodingFailed`.
  public static let redirects = redirect("redirects", "The server redirects to another of its paths.", to: "/elsewhere")

  /// The server redirects to another server, and the redirect is not followed: `decodingFailed`.
  package static let redirectsToOthers = redirect(
    "redirectsToOthers",
    "The server redirects to another server.",
    to: "http://127.0.0.2:9/"
  )

  /// The server redirects to the requested URL, and the redirect is not followed: `decodingFailed`.
  package static let redirectsInLoop = redirect("redirectsInLoop", "The server redirects to the requested URL.", to: "")

  private static func redirect(_ name: String, _ summary: String, to target: String) -> Fault {
    Fault(
      name,
      summary,
      .decodingFailed,
      .replacesAnswer(status: 307, fields: [.location: target], body: ""),
      status: 307
    ) { _ in [.readHead, .readBody, .answer("307 Temporary Redirect", fields: ["Location: \(target)"])] }
  }

  /// The server refuses the request before it reads the body, discards the body, and closes the connection: `tooLarge`.
  public static let refusesBeforeRequestEnds = Fault(
    "refusesBeforeRequestEnds",
    "The server refuses the request before it reads the body.",
    .tooLarge,
    .replacesAnswer(status: 413, fields: [:], body: ""),
    status: 413
  ) { _ in [.readHead, .answer("413 Content Too Large", fields: ["Connection: close"]), .readBody, .close] }

  private static let page = "<!doctype html><title>Wi-Fi</title><p>로그인이 필요합니다.</p>"
}
