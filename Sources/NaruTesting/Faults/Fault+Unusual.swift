import Foundation

/// Answers that are rare, and right.
extension Fault {
  /// The right answer with an interim one before it, which nobody asked for.
  public static let continues = Fault("continues", "The server says “100 Continue” first.", nil, .passes) { body in
    [.readHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .readBody, .answer(body: body)]
  }

  /// The right answer with hints before it (RFC 8297).
  public static let earlyHints = Fault("earlyHints", "The server sends “103 Early Hints” first.", nil, .passes) {
    body in
    [.readHead, .readBody, .send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"), .answer(body: body)]
  }

  /// The right answer in HTTP/1.0, which ends with the connection.
  public static let http10 = Fault("http10", "The server speaks HTTP/1.0.", nil, .passes) { body in
    [.readHead, .readBody, .send(Fault.Step.head(version: "HTTP/1.0", fields: []) + body), .close]
  }

  /// The right answer in chunks of a byte.
  public static let tinyChunks = Fault("tinyChunks", "The answer comes in chunks of a byte.", nil, .passes) { body in
    [.readHead, .readBody, .send(chunkedHead)] + body.map { .send(Data([$0]).chunk) } + [.send("0\r\n\r\n")]
  }

  /// The right answer with a field after the last chunk.
  public static let trailer = Fault("trailer", "A header field comes after the body.", nil, .passes) { body in
    [.readHead, .readBody, .send(chunkedHead + body.chunk), .send("0\r\nX-Checksum: 1\r\n\r\n")]
  }

  /// The right answer in packets that end in the middle of a line and of a character.
  public static let splitPackets = Fault(
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

  /// The right answer, byte after byte with a moment between them.
  public static let slowBody = Fault("slowBody", "The body comes slowly.", nil, .passes) { body in
    [.readHead, .readBody, .send(head(length: body.count))]
      + body.flatMap { [Fault.Step.pause(.microseconds(200)), .send(Data([$0]))] }
  }

  /// The right answer before the request has come to its end, which is read afterwards.
  public static let answersBeforeRequestEnds = Fault(
    "answersBeforeRequestEnds",
    "The server answers before it has read the body of the request, and reads it then.",
    nil,
    .passes
  ) { body in [.readHead, .answer(body: body), .readBody] }
}

extension Fault {
  /// Every fault in the list, ``healthy`` first.
  public static let all: [Fault] = [
    .healthy,
    .refuses, .saysNothing, .neverAnswers, .closesAtOnce, .closesBeforeHead, .resetsBeforeHead, .closesInHead,
    .closesAfterHead, .closesInBody, .closesInCharacter, .resetsInBody, .closesInChunk, .closesBeforeLastChunk,
    .closesInBodyWithoutLength, .resetsInBodyWithoutLength, .closesBetweenCalls, .stallsInBody, .dripsForever,
    .lengthTooLong, .lengthTooShort, .twoLengths, .badLength, .badChunk, .isNotHTTP, .hugeHead, .endlessBody,
    .captivePortal, .unavailable, .noContentWithBody, .redirects, .redirectsToOthers, .redirectsInLoop,
    .refusesBeforeRequestEnds,
    .gzip, .deflate, .rawDeflate, .gzipBomb, .gzipCut, .gzipBroken,
    .continues, .earlyHints, .http10, .tinyChunks, .trailer, .splitPackets, .slowBody, .answersBeforeRequestEnds,
  ]
}
