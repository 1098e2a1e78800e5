import Foundation
import Naru
import NaruTesting
import Testing

/// What a server does on a connection, and the outcome of a call. A fault that `NaruTesting` also has goes by the same name.
struct WireFault: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  let description: String
  /// The error of a call that requires a JSON result; `nil` if the call succeeds.
  let code: APIError.Code?
  /// The status of the complete response with which the call fails.
  let status: Int?
  /// The steps of a server whose correct response has a body; `nil` if no server listens.
  let steps: (@Sendable (_ body: Data) -> [FaultStep])?

  init(
    _ name: String,
    _ code: APIError.Code?,
    status: Int? = nil,
    _ steps: (@Sendable (_ body: Data) -> [FaultStep])?
  ) {
    description = name
    self.code = code
    self.status = status
    self.steps = steps
  }

  var testDescription: String { description }
  /// The same fault without a socket.
  var inMemory: Fault? { Fault.all.first { $0.name == description } }

  // MARK: No response, or an incomplete one

  static let refuses = WireFault("refuses", .unreachable, nil)
  static let closesImmediately = WireFault("closesImmediately", .unreachable) { _ in [.close] }
  static let acceptsSilently = WireFault("acceptsSilently", .timedOut) { _ in [.wait, .close] }
  static let neverResponds = WireFault("neverResponds", .timedOut) { _ in [.readHead, .readBody, .wait, .close] }
  static let closesBeforeHead = WireFault("closesBeforeHead", .unreachable) { _ in [.readHead, .readBody, .close] }
  static let resetsBeforeHead = WireFault("resetsBeforeHead", .unreachable) { _ in [.readHead, .readBody, .reset] }
  static let closesInHead = WireFault("closesInHead", .unreachable) { _ in
    [.readHead, .readBody, .send(Data("HTTP/1.1 200 OK\r\nContent-Type: appl".utf8)), .close]
  }
  static let closesInBody = WireFault("closesInBody", .unreachable) { body in
    [.readHead, .readBody, .head(fields: "Content-Length: \(body.count)"), .send(body.firstHalf), .close]
  }
  /// The last chunk marks the end of the body.
  static let closesBeforeLastChunk = WireFault("closesBeforeLastChunk", .unreachable) { body in
    [.readHead, .readBody, .head(fields: "Transfer-Encoding: chunked"), .chunk(body), .close]
  }
  static let stallsInBody = WireFault("stallsInBody", .timedOut) { body in
    [.readHead, .readBody, .head(fields: "Content-Length: \(body.count)"), .send(body.firstHalf), .wait, .close]
  }
  static let tricklesForever = WireFault("tricklesForever", .timedOut) { _ in
    [
      .readHead, .readBody, .head(fields: "Content-Length: \(1 << 20)"),
      .sendForever(Data(" ".utf8), every: .milliseconds(10)),
    ]
  }

  // MARK: Wrong responses

  /// The rest of the body must not be taken for the next response.
  static let lengthTooShort = WireFault("lengthTooShort", .decodingFailed, status: 200) { body in
    [.readHead, .readBody, .head(fields: "Content-Length: \(body.count - 5)", body: body)]
  }
  /// With the wrong one, a part of this response would be taken for the next one.
  static let twoLengths = WireFault("twoLengths", .unreachable) { body in
    let lengths = (body.count, body.count - 5)
    return [
      .readHead, .readBody,
      .head(fields: "Content-Length: \(lengths.0)", "Content-Length: \(lengths.1)", body: body), .close,
    ]
  }
  static let hugeHead = WireFault("hugeHead", .tooLarge) { body in
    let fields = (0..<1024).map { "X-Field-\($0): \(String(repeating: "x", count: 1024))" }
    return [.readHead, .readBody, .response(fields: fields, body: body)]
  }
  static let endlessBody = WireFault("endlessBody", .tooLarge) { _ in
    let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 16).chunk
    // Not as fast as possible: libcurl (7.88) stays in its loop while there is something to read, and can't be told to close.
    return [
      .readHead, .readBody, .head(fields: "Transfer-Encoding: chunked"), .sendForever(chunk, every: .milliseconds(1)),
    ]
  }
  static let rejectsBeforeRequestEnds = WireFault("rejectsBeforeRequestEnds", .tooLarge, status: 413) { _ in
    [.readHead, .response("413 Content Too Large", fields: ["Connection: close"]), .readBody, .close]
  }
  static let captivePortal = WireFault("captivePortal", .decodingFailed, status: 200) { _ in
    [.readHead, .readBody, .response(body: Data("<!doctype html><p>로그인이 필요합니다.</p>".utf8))]
  }
  static let redirects = WireFault("redirects", .decodingFailed, status: 307) { _ in
    [.readHead, .readBody, .response("307 Temporary Redirect", fields: ["Location: /elsewhere"])]
  }
  static let unavailable = WireFault("unavailable", .serverError, status: 503) { _ in
    [.readHead, .readBody, .response("503 Service Unavailable", fields: ["Retry-After: 1"])]
  }

  // MARK: Compressed responses

  /// ``FaultSubject/response``, compressed by zlib 1.3 with level 9.
  private static let (gzipped, deflated) = (
    Data(
      base64Encoded: "H4sIAAAAAAACA6tWyk0tychPUbJScncNUdJRSspPqQRyXm2Y+mZug8LbuRNeL93xunuJUi0AkOWfgCoAAAA="
    ) ?? Data(),
    Data(base64Encoded: "q1bKTS3JyE9RslJydw1R0lFKyk+pBHJebZj6Zm6Dwtu5E14v3fG6e4lSLQA=") ?? Data()
  )
  static let gzip = WireFault("gzip", nil) { _ in
    [.readHead, .readBody, .response(fields: ["Content-Encoding: gzip"], body: gzipped)]
  }
  /// As some servers do, without the header of zlib's format.
  static let rawDeflate = WireFault("rawDeflate", nil) { _ in
    [.readHead, .readBody, .response(fields: ["Content-Encoding: deflate"], body: deflated)]
  }
  /// 64 kB that contain ten megabytes: a space, and thirteen bytes that repeat it 2064 times (RFC 1951, section 3.2.6), again and again.
  static let gzipBomb = WireFault("gzipBomb", .tooLarge) { _ in
    let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0x53, 0x18]
    let spaces: [UInt8] = [0x05, 0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0x18]
    let bomb = Data(start) + Data(repeatElement(spaces, count: 5000).joined())
    return [.readHead, .readBody, .response(fields: ["Content-Encoding: gzip"], body: bomb)]
  }
  static let gzipBroken = WireFault("gzipBroken", .decodingFailed, status: 200) { body in
    [.readHead, .readBody, .response(fields: ["Content-Encoding: gzip"], body: Data(body.reversed()))]
  }

  // MARK: Correct responses

  static let healthy = WireFault("healthy", nil) { body in [.readHead, .readBody, .response(body: body)] }
  /// The connection is closed without an announcement, and the next call works.
  static let closesBetweenCalls = WireFault("closesBetweenCalls", nil) { body in
    [.readHead, .readBody, .response(body: body), .close]
  }
  static let trailer = WireFault("trailer", nil) { body in
    [
      .readHead, .readBody, .head(fields: "Transfer-Encoding: chunked"), .chunk(body),
      .send(Data("0\r\nX-Checksum: 1\r\n\r\n".utf8)),
    ]
  }

  static let all = [
    healthy, refuses, closesImmediately, acceptsSilently, neverResponds, closesBeforeHead, resetsBeforeHead,
    closesInHead, closesInBody, closesBeforeLastChunk, stallsInBody, tricklesForever, lengthTooShort, twoLengths,
    hugeHead, endlessBody, rejectsBeforeRequestEnds, captivePortal, redirects, unavailable, gzip, rawDeflate, gzipBomb,
    gzipBroken, closesBetweenCalls, trailer,
  ]
}

extension WireFault: Hashable {
  static func == (left: WireFault, right: WireFault) -> Bool { left.description == right.description }
  func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
