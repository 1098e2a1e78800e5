import Foundation
import Naru

/// Connections that fail before, during and after a response.
extension Fault {
  /// The server sends the correct response.
  public static let healthy = Fault("healthy", "The server sends the correct response.", nil, .passes) { body in
    [.readHead, .readBody, .answer(body: body)]
  }

  /// No server listens on the port: `unreachable`.
  public static let refuses = Fault("refuses", "No server listens on the port.", .unreachable, .neverArrives) { _ in nil
  }

  /// The server accepts the connection and sends nothing: `timedOut`.
  public static let acceptsSilently = Fault(
    "saysNothing",
    "The server accepts the connection and sends nothing.",
    .timedOut,
    .neverArrives
  ) { _ in [.wait, .close] }

  /// The server reads the request and sends nothing: `timedOut`.
  public static let neverAnswers = Fault(
    "neverAnswers",
    "The server reads the request and sends nothing.",
    .timedOut,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .wait, .close] }

  /// The server closes the connection before it reads anything: `unreachable`.
  public static let closesImmediately = Fault(
    "closesAtOnce",
    "The server closes the connection before it reads anything.",
    .unreachable,
    .neverArrives
  ) { _ in [.close] }

  /// The server reads the request and closes the connection: `unreachable`.
  public static let closesBeforeHead = Fault(
    "closesBeforeHead",
    "The server reads the request and closes the connection.",
    .unreachable,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .close] }

  /// The server reads the request and resets the connection: `unreachable`.
  public static let resetsBeforeHead = Fault(
    "resetsBeforeHead",
    "The server reads the request and resets the connection.",
    .unreachable,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .reset] }

  /// The server closes the connection in the middle of a header field: `unreachable`.
  package static let closesInHead = Fault(
    "closesInHead",
    "The server closes the connection in the middle of a header field.",
    .unreachable,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .send("HTTP/1.1 200 OK\r\nContent-Type: appl"), .close] }

  /// The server closes the connection after the head: `unreachable`.
  package static let closesAfterHead = Fault(
    "closesAfterHead",
    "The server closes the connection after the head.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .close] }

  /// The server closes the connection in the middle of the body: `unreachable`.
  public static let closesInBody = Fault(
    "closesInBody",
    "The server closes the connection in the middle of the body.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .send(body.firstHalf), .close] }

  /// The server closes the connection between two bytes of a character, such as a Hangul syllable: `unreachable`.
  package static let closesInCharacter = Fault(
    "closesInCharacter",
    "The server closes the connection between two bytes of a character.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .send(body.upToHalfCharacter), .close] }

  /// The server resets the connection in the middle of the body: `unreachable`.
  public static let resetsInBody = Fault(
    "resetsInBody",
    "The server resets the connection in the middle of the body.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .send(body.firstHalf), .reset] }

  /// The server closes the connection in the middle of a chunk: `unreachable`.
  package static let closesInChunk = Fault(
    "closesInChunk",
    "The server closes the connection in the middle of a chunk.",
    .unreachable,
    .cutsBody
  ) { body in
    [.readHead, .readBody, .send(chunkedHead), .send(body.chunk.dropLast(2 + body.count / 2)), .close]
  }

  /// The server closes the connection after the whole body, without the last chunk, which marks its end: `unreachable`.
  package static let closesBeforeLastChunk = Fault(
    "closesBeforeLastChunk",
    "The server closes the connection before the last chunk, which marks the end of the body.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(chunkedHead), .send(body.chunk), .close] }

  /// The server sends no length and closes the connection in the middle of the body. This looks like the end of the response, but
  /// the JSON is incomplete: `decodingFailed`. A call without a result succeeds.
  package static let closesInBodyWithoutLength = Fault(
    "closesInBodyWithoutLength",
    "The server sends no length and closes the connection in the middle of the body.",
    .decodingFailed,
    .damagesBody(\.firstHalf),
    status: 200
  ) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Connection: close"])), .send(body.firstHalf), .close]
  }

  /// The server sends no length and resets the connection in the middle of the body: `unreachable`.
  package static let resetsInBodyWithoutLength = Fault(
    "resetsInBodyWithoutLength",
    "The server sends no length and resets the connection in the middle of the body.",
    .unreachable,
    .cutsBody
  ) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Connection: close"])), .send(body.firstHalf), .reset]
  }

  /// The server sends the correct response and closes the connection without announcing it; the next call works.
  public static let closesBetweenCalls = Fault(
    "closesBetweenCalls",
    "The server sends the correct response and closes the connection without announcing it.",
    nil,
    .passes
  ) { body in [.readHead, .readBody, .answer(body: body), .close] }

  /// The server sends half of the body and then nothing: `timedOut`.
  public static let stallsInBody = Fault(
    "stallsInBody",
    "The server sends half of the body and then nothing.",
    .timedOut,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .send(body.firstHalf), .wait, .close] }

  /// The server sends single bytes of a long body, so that it is never silent: `timedOut`.
  public static let tricklesForever = Fault(
    "dripsForever",
    "The server sends single bytes of a long body forever.",
    .timedOut,
    .cutsBody
  ) { _ in [.readHead, .readBody, .send(head(length: 1 << 20)), .sendForever(Data(" ".utf8), every: .milliseconds(10))]
  }

  static func head(length: Int) -> Data { Fault.Step.head(fields: ["Content-Length: \(length)"]) }

  static let chunkedHead = Fault.Step.head(fields: ["Transfer-Encoding: chunked"])
}

extension Data {
  /// The bytes as a chunk (RFC 9112, section 7.1).
  var chunk: Data { Data("\(String(count, radix: 16))\r\n".utf8) + self + Data("\r\n".utf8) }
}
