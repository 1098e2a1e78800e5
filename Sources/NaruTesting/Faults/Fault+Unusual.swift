import Foundation
import Naru

/// Responses that are unusual and correct.
extension Fault {
  /// The correct response follows an interim response that was not requested.
  package static let continues = Fault("continues", "The server sends “100 Continue” first.", nil, .passes) { body in
    [.readHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .readBody, .answer(body: body)]
  }

  /// The correct response follows early hints (RFC 8297).
  package static let earlyHints = Fault("earlyHints", "The server sends “103 Early Hints” first.", nil, .passes) {
    body in
    [.readHead, .readBody, .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), .answer(body: body)]
  }

  /// The correct response is HTTP/1.0 and ends with the connection.
  package static let http10 = Fault("http10", "The server speaks HTTP/1.0.", nil, .passes) { body in
    [.readHead, .readBody, .send(Fault.Step.head(version: "HTTP/1.0", fields: []) + body), .close]
  }

  /// The correct response has chunks of a single byte.
  package static let tinyChunks = Fault("tinyChunks", "The response has chunks of a single byte.", nil, .passes) {
    body in
    [.readHead, .readBody, .send(chunkedHead)] + body.map { .send(Data([$0]).chunk) } + [.send("0\r\n\r\n")]
  }

  /// The correct response has a header field after the last chunk.
  package static let trailer = Fault("trailer", "A header field follows the body.", nil, .passes) { body in
    [.readHead, .readBody, .send(chunkedHead + body.chunk), .send("0\r\nX-Checksum: 1\r\n\r\n")]
  }

  /// The packets of the correct response end in the middle of a line and of a character.
  package static let splitPackets = Fault(
    "splitPackets",
    "Packets end in the middle of a line and of a character.",
    nil,
    .passes
  ) { body in
    let head = head(length: body.count)
    return [
      .readHead, .readBody, .send(head.firstHalf), .pause(.milliseconds(1)), .send(head.dropFirst(head.count / 2)),
      .pause(.milliseconds(1)), .send(body.upToHalfCharacter), .pause(.milliseconds(1)),
      .send(body.dropFirst(body.upToHalfCharacter.count)),
    ]
  }

  /// The bytes of the correct response are sent one by one, with pauses.
  public static let slowBody = Fault("slowBody", "The body is sent slowly.", nil, .passes) { body in
    [.readHead, .readBody, .send(head(length: body.count))]
      + body.flatMap { [Fault.Step.pause(.microseconds(200)), .send(Data([$0]))] }
  }

  /// The server sends the correct response before it reads the body of the request.
  package static let answersBeforeRequestEnds = Fault(
    "answersBeforeRequestEnds",
    "The server responds before it reads the body.",
    nil,
    .passes
  ) { body in [.readHead, .answer(body: body), .readBody] }
}

extension Fault {
  /// All faults, beginning with ``healthy``.
  public static let all: [Fault] = [
    .healthy,
    .refuses, .acceptsSilently, .neverAnswers, .closesImmediately, .closesBeforeHead, .resetsBeforeHead, .closesInHead,
    .closesAfterHead, .closesInBody, .closesInCharacter, .resetsInBody, .closesInChunk, .closesBeforeLastChunk,
    .closesInBodyWithoutLength, .resetsInBodyWithoutLength, .closesBetweenCalls, .stallsInBody, .tricklesForever,
    .lengthTooLong, .lengthTooShort, .twoLengths, .badLength, .badChunk, .isNotHTTP, .hugeHead, .endlessBody,
    .captivePortal, .unavailable, .noContentWithBody, .redirects, .redirectsToOthers, .redirectsInLoop,
    .refusesBeforeRequestEnds,
    .gzip, .deflate, .rawDeflate, .gzipBomb, .gzipCut, .gzipBroken,
    .continues, .earlyHints, .http10, .tinyChunks, .trailer, .splitPackets, .slowBody, .answersBeforeRequestEnds,
  ]
}
