import Foundation
import HTTPTypes
import Naru

/// Answers that are not HTTP, or say something about themselves that is not so.
extension Fault {
  /// The length is more than what comes, and the connection stays open: `timedOut`.
  public static let lengthTooLong = Fault(
    "lengthTooLong",
    "The length is more than what comes, and the connection stays open.",
    .timedOut,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count + 10) + body), .wait, .close] }

  /// The length is less than what comes. The rest is not the answer of the next call: `undecodable`, and the next call works.
  public static let lengthTooShort = Fault(
    "lengthTooShort",
    "The length is less than what comes.",
    .undecodable,
    .damagesBody { $0.dropLast(5) },
    status: 200
  ) { body in [.readHead, .readBody, .send(head(length: body.count - 5) + body)] }

  /// There are two lengths: `unreachable`, since whoever believes the wrong one takes a part of this answer for the next.
  public static let twoLengths = Fault("twoLengths", "There are two lengths.", .unreachable, .losesAnswer) { body in
    let fields = ["Content-Length: \(body.count)", "Content-Length: \(body.count - 5)"]
    return [.readHead, .readBody, .send(Fault.Step.head(fields: fields) + body), .close]
  }

  /// The length is not a number: `unreachable`.
  public static let badLength = Fault("badLength", "The length is not a number.", .unreachable, .losesAnswer) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Content-Length: many"]) + body), .close]
  }

  /// The size of a chunk is not a number: `unreachable`.
  public static let badChunk = Fault("badChunk", "The size of a chunk is not a number.", .unreachable, .cutsBody) {
    body in
    [.readHead, .readBody, .send(chunkedHead), .send(body.firstHalf.chunk), .send("zz\r\n{}\r\n0\r\n\r\n"), .close]
  }

  /// What answers does not speak HTTP: `unreachable`.
  public static let isNotHTTP = Fault("isNotHTTP", "What answers does not speak HTTP.", .unreachable, .losesAnswer) {
    _ in
    [.send("SSH-2.0-OpenSSH_9.2\r\n"), .readHead, .readBody, .close]
  }

  /// A megabyte of header fields: `tooLarge`.
  public static let hugeHead = Fault("hugeHead", "The head is a megabyte.", .tooLarge, .losesAnswer) { body in
    let fields = (0..<1024).map { "X-Field-\($0): \(String(repeating: "x", count: 1024))" }
    return [.readHead, .readBody, .answer(fields: fields, body: body)]
  }

  /// A body that does not end: `tooLarge`.
  public static let endlessBody = Fault("endlessBody", "The body does not end.", .tooLarge, .cutsBody) { _ in
    let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 16).chunk
    return [.readHead, .readBody, .send(chunkedHead), .sendForever(chunk)]
  }

  /// A page for people in the place of the answer, as from a network that wants a sign-in first: `undecodable`.
  public static let captivePortal = Fault(
    "captivePortal",
    "A page for people comes in the place of the answer.",
    .undecodable,
    .replacesAnswer(status: 200, fields: [.contentType: "text/html"], body: page),
    status: 200
  ) { _ in
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
    return [.readHead, .readBody, .send(head + page)]
  }

  /// Status 503 with `Retry-After: 1`: `server`.
  public static let unavailable = Fault(
    "unavailable",
    "The server says that it is not available, and may be in a second.",
    .server,
    .replacesAnswer(status: 503, fields: [.retryAfter: "1"], body: ""),
    status: 503
  ) { _ in [.readHead, .readBody, .answer("503 Service Unavailable", fields: ["Retry-After: 1"])] }

  /// Status 204, which has no body, with a body: `undecodable`, and what came is not the answer of the next call. A call
  /// without a value is a success.
  public static let noContentWithBody = Fault(
    "noContentWithBody",
    "The status says that there is no body, and one comes.",
    .undecodable,
    .replacesAnswer(status: 204, fields: [:], body: ""),
    status: 204
  ) { body in [.readHead, .readBody, .answer("204 No Content", body: body)] }

  /// A redirect to another path of the same server, which is not followed: `undecodable`.
  public static let redirects = redirect("redirects", "The server redirects to another of its paths.", to: "/elsewhere")

  /// A redirect to another server, which is not followed: `undecodable`.
  public static let redirectsToOthers = redirect(
    "redirectsToOthers",
    "The server redirects to another server.",
    to: "http://127.0.0.2:9/"
  )

  /// A redirect to what was asked for, which is not followed: `undecodable`.
  public static let redirectsInLoop = redirect("redirectsInLoop", "The server redirects to the same address.", to: "")

  private static func redirect(_ name: String, _ summary: String, to target: String) -> Fault {
    Fault(
      name,
      summary,
      .undecodable,
      .replacesAnswer(status: 307, fields: [.location: target], body: ""),
      status: 307
    ) { _ in [.readHead, .readBody, .answer("307 Temporary Redirect", fields: ["Location: \(target)"])] }
  }

  /// The server refuses before it has read the body, throws away what comes of it, and closes the connection: `tooLarge`.
  public static let refusesBeforeRequestEnds = Fault(
    "refusesBeforeRequestEnds",
    "The server refuses before it has read the body.",
    .tooLarge,
    .replacesAnswer(status: 413, fields: [:], body: ""),
    status: 413
  ) { _ in [.readHead, .answer("413 Content Too Large", fields: ["Connection: close"]), .readBody, .close] }

  private static let page = "<!doctype html><title>Wi-Fi</title><p>로그인이 필요합니다.</p>"
}
