import Foundation
import Naru
import NaruTesting
import Testing

/// Faults of a server at the level of its connection, with the outcome of a call. Those that a `Fault` also has share its name.
enum WireFault: String, CaseIterable, CustomTestStringConvertible {
  // No response, or an incomplete one
  case refuses, closesImmediately, acceptsSilently, neverResponds, responseLost, resetsBeforeHead, closesInHead
  case closesInBody, closesBeforeLastChunk, stallsInBody, tricklesForever
  // Wrong responses
  case lengthTooShort, twoLengths, hugeHead, endlessBody, rejectsBeforeRequestEnds, captivePortal, redirects
  case notModified, statusBelow100
  case unavailable, gzipBomb, gzipBroken
  // Correct responses
  case healthy, gzip, gzipInList, rawDeflate, closesBetweenCalls, trailer

  var testDescription: String { rawValue }

  /// The error of a call that requires a JSON result; `nil` if the call succeeds.
  var code: APIError.Code? {
    switch self {
    case .healthy, .gzip, .gzipInList, .rawDeflate, .closesBetweenCalls, .trailer: nil
    case .acceptsSilently, .neverResponds, .stallsInBody, .tricklesForever: .timedOut
    case .hugeHead, .endlessBody, .rejectsBeforeRequestEnds, .gzipBomb: .tooLarge
    case .lengthTooShort, .captivePortal, .redirects, .notModified, .gzipBroken: .decodingFailed
    case .unavailable: .serverError
    default: .unreachable
    }
  }

  /// The status in the error of the call. `nil` if the call succeeds, or if no complete response arrives.
  var status: Int? {
    switch self {
    case .rejectsBeforeRequestEnds: 413
    case .redirects: 307
    case .notModified: 304
    case .unavailable: 503
    default: code == .decodingFailed ? 200 : nil
    }
  }

  /// The same fault without a socket.
  var inMemory: Fault? {
    switch self {
    case .refuses: .closesImmediately
    case .tricklesForever: .slowBody(bytesPerSecond: 1)
    case .rejectsBeforeRequestEnds: .status(code: 413)
    case .unavailable: .status(code: 503, retryAfter: 1)
    default: Fault.Kind(rawValue: rawValue).map(Fault.init)
    }
  }

  /// The steps of a server whose correct response has a body; `nil` if no server listens.
  func steps(_ body: Data) -> [FaultStep]? {
    let length = "Content-Length: \(body.count)"
    let chunked = "Transfer-Encoding: chunked"
    let read: [FaultStep] = [.readHead, .readBody]
    switch self {
    case .refuses: return nil
    case .closesImmediately: return [.close]
    case .acceptsSilently: return [.wait, .close]
    case .neverResponds: return read + [.wait, .close]
    case .responseLost: return read + [.close]
    case .resetsBeforeHead: return read + [.reset]
    case .closesInHead: return read + [.send(Data("HTTP/1.1 200 OK\r\nContent-Type: appl".utf8)), .close]
    case .closesInBody: return read + [.head(fields: length), .send(body.firstHalf), .close]
    // The last chunk marks the end of the body.
    case .closesBeforeLastChunk: return read + [.head(fields: chunked), .chunk(body), .close]
    case .stallsInBody: return read + [.head(fields: length), .send(body.firstHalf), .wait, .close]
    case .tricklesForever:
      let spaces = FaultStep.sendForever(Data(" ".utf8), every: .milliseconds(10))
      return read + [.head(fields: "Content-Length: \(1 << 20)"), spaces]
    // The rest of the body must not be taken for the next response.
    case .lengthTooShort: return read + [.head(fields: "Content-Length: \(body.count - 5)", body: body)]
    // With the wrong one, a part of this response would be taken for the next one.
    case .twoLengths: return read + [.head(fields: length, "Content-Length: \(body.count - 5)", body: body), .close]
    case .hugeHead:
      let fields = (0..<1024).map { "X-Field-\($0): \(String(repeating: "x", count: 1024))" }
      return read + [.response(fields: fields, body: body)]
    case .endlessBody:
      let chunk = Data(repeating: UInt8(ascii: " "), count: 1 << 16).chunk
      // Not as fast as possible: libcurl (7.88) stays in its loop while there is something to read, and can't be told to close.
      return read + [.head(fields: chunked), .sendForever(chunk, every: .milliseconds(1))]
    case .rejectsBeforeRequestEnds:
      return [.readHead, .response("413 Content Too Large", fields: ["Connection: close"]), .readBody, .close]
    case .captivePortal: return read + [.response(body: Data("<!doctype html><p>로그인이 필요합니다.</p>".utf8))]
    case .redirects: return read + [.response("307 Temporary Redirect", fields: ["Location: /elsewhere"])]
    // The length of a body that the client has, which is larger than its limit.
    case .notModified:
      return read + [.send(Data("HTTP/1.1 304 Not Modified\r\nContent-Length: 1073741824\r\n\r\n".utf8))]
    case .unavailable: return read + [.response("503 Service Unavailable", fields: ["Retry-After: 1"])]
    case .gzipBomb:
      // 64 kB that contain ten megabytes: a space, and thirteen bytes that repeat it 2064 times (RFC 1951, section 3.2.6), again and again.
      let start: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0x53, 0x18]
      let spaces: [UInt8] = [0x05, 0xA3, 0x60, 0x14, 0x8C, 0x82, 0x51, 0x30, 0x0A, 0x46, 0xC1, 0x28, 0x18]
      return read + [.gzip(Data(start) + Data(repeatElement(spaces, count: 5000).joined()))]
    case .gzipBroken: return read + [.gzip(Data(body.reversed()))]
    case .statusBelow100: return read + [.send(Data("HTTP/1.1 000 OK\r\n\(length)\r\n\r\n".utf8) + body)]
    case .healthy: return read + [.response(body: body)]
    case .gzip: return read + [.gzip(Self.gzipped)]
    case .gzipInList: return read + [.response(fields: ["Content-Encoding: identity, gzip"], body: Self.gzipped)]
    // As some servers do, without the header of zlib's format.
    case .rawDeflate: return read + [.response(fields: ["Content-Encoding: deflate"], body: Self.deflated)]
    // The connection is closed without an announcement, and the next call works.
    case .closesBetweenCalls: return read + [.response(body: body), .close]
    case .trailer:
      return read + [.head(fields: chunked), .chunk(body), .send(Data("0\r\nX-Checksum: 1\r\n\r\n".utf8))]
    }
  }

  /// ``FaultSubject/response``, compressed by zlib 1.3 with level 9.
  private static let (gzipped, deflated) = (
    Data(
      base64Encoded: "H4sIAAAAAAACA6tWyk0tychPUbJScncNUdJRSspPqQRyXm2Y+mZug8LbuRNeL93xunuJUi0AkOWfgCoAAAA="
    ) ?? Data(),
    Data(base64Encoded: "q1bKTS3JyE9RslJydw1R0lFKyk+pBHJebZj6Zm6Dwtu5E14v3fG6e4lSLQA=") ?? Data()
  )
}

extension FaultStep {
  fileprivate static func gzip(_ body: Data) -> FaultStep { .response(fields: ["Content-Encoding: gzip"], body: body) }
}
