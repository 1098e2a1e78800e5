import Foundation
import Naru

/// Connections that fail, before, in and after an answer.
extension Fault {
  /// The server gives the right answer.
  public static let healthy = Fault("healthy", "The server gives the right answer.", nil, .passes) { body in
    [.readHead, .readBody, .answer(body: body)]
  }

  /// Nobody listens at the port: `unreachable`.
  public static let refuses = Fault("refuses", "Nobody listens at the port.", .unreachable, .neverArrives) { _ in nil }

  /// The server accepts the connection and says nothing: `timedOut`.
  public static let saysNothing = Fault(
    "saysNothing",
    "The server accepts the connection and says nothing.",
    .timedOut,
    .neverArrives
  ) { _ in [.wait, .close] }

  /// The server reads the request and says nothing: `timedOut`.
  public static let neverAnswers = Fault(
    "neverAnswers",
    "The server reads the request and says nothing.",
    .timedOut,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .wait, .close] }

  /// The server closes the connection before it has read anything: `unreachable`.
  public static let closesAtOnce = Fault(
    "closesAtOnce",
    "The server closes the connection before it has read anything.",
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
  public static let closesInHead = Fault(
    "closesInHead",
    "The server closes the connection in the middle of a header field.",
    .unreachable,
    .losesAnswer
  ) { _ in [.readHead, .readBody, .send("HTTP/1.1 200 OK\r\nContent-Type: appl"), .close] }

  /// The server closes the connection after the head: `unreachable`.
  public static let closesAfterHead = Fault(
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
  public static let closesInCharacter = Fault(
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
  public static let closesInChunk = Fault(
    "closesInChunk",
    "The server closes the connection in the middle of a chunk.",
    .unreachable,
    .cutsBody
  ) { body in
    [.readHead, .readBody, .send(chunkedHead), .send(body.chunk.dropLast(2 + body.count / 2)), .close]
  }

  /// The server closes the connection after all of the body, without the chunk that says that it was all: `unreachable`.
  public static let closesBeforeLastChunk = Fault(
    "closesBeforeLastChunk",
    "The server closes the connection before the last chunk, which says that the body is complete.",
    .unreachable,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(chunkedHead), .send(body.chunk), .close] }

  /// The server says no length and closes the connection in the middle of the body. Nobody can tell that from the end of
  /// an answer; JSON can, so it is `undecodable`. A call without a value is a success.
  public static let closesInBodyWithoutLength = Fault(
    "closesInBodyWithoutLength",
    "The server says no length and closes the connection in the middle of the body.",
    .undecodable,
    .damagesBody(\.firstHalf),
    status: 200
  ) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Connection: close"])), .send(body.firstHalf), .close]
  }

  /// The server says no length and resets the connection in the middle of the body: `unreachable`.
  public static let resetsInBodyWithoutLength = Fault(
    "resetsInBodyWithoutLength",
    "The server says no length and resets the connection in the middle of the body.",
    .unreachable,
    .cutsBody
  ) { body in
    [.readHead, .readBody, .send(Fault.Step.head(fields: ["Connection: close"])), .send(body.firstHalf), .reset]
  }

  /// The server gives the right answer and closes the connection, though it said nothing of that: the next call works.
  public static let closesBetweenCalls = Fault(
    "closesBetweenCalls",
    "The server gives the right answer and closes the connection without a word.",
    nil,
    .passes
  ) { body in [.readHead, .readBody, .answer(body: body), .close] }

  /// The server sends the half of a body and then nothing: `timedOut`.
  public static let stallsInBody = Fault(
    "stallsInBody",
    "The server sends the half of a body and then nothing.",
    .timedOut,
    .cutsBody
  ) { body in [.readHead, .readBody, .send(head(length: body.count)), .send(body.firstHalf), .wait, .close] }

  /// The server sends a byte of a long body now and then, so that it is never silent: `timedOut`.
  public static let dripsForever = Fault(
    "dripsForever",
    "The server sends a byte of a long body now and then, for ever.",
    .timedOut,
    .cutsBody
  ) { _ in [.readHead, .readBody, .send(head(length: 1 << 20)), .sendForever(Data(" ".utf8), every: .milliseconds(10))]
  }

  static func head(length: Int) -> Data { Fault.Step.head(fields: ["Content-Length: \(length)"]) }

  static let chunkedHead = Fault.Step.head(fields: ["Transfer-Encoding: chunked"])
}

extension Data {
  /// The half of the bytes.
  var firstHalf: Data { prefix(count / 2) }

  /// The bytes up to one that is not the last one of its character; the half, where all are ASCII.
  var upToHalfCharacter: Data {
    firstIndex { $0 >= 0x80 }.map { prefix(through: $0) } ?? firstHalf
  }

  /// The bytes as a chunk of a body (RFC 9112, section 7.1).
  var chunk: Data { Data("\(String(count, radix: 16))\r\n".utf8) + self + Data("\r\n".utf8) }
}
