import DockDock
import Foundation
import Hummingbird
import NIOFoundationCompat
import NaruJSON

extension Router {
  /// The routes that one writes without Naru: Hummingbird reads the parameters and encodes the same envelope.
  func addHandwrittenRoutes() {
    let decoder = JSONDecoder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.dateEncodingStrategy = .iso8601
    get("/api/v1/books/search") { request, context in
      let parameters = request.uri.queryParameters
      let page = try await Fixtures.search(
        parameters.require("query"),
        parameters.get("maxResults", as: Int.self),
        parameters.get("start", as: Int.self),
        parameters.get("queryType", as: BookQueryType.self),
        parameters.get("sort", as: BookSort.self)
      )
      return try encoder.encode(Envelope(data: page), from: request, context: context)
    }
    get("/api/v1/books/:id") { request, context in
      let book = try await Fixtures.show(context.parameters.require("id"))
      return try encoder.encode(Envelope(data: book), from: request, context: context)
    }
    post("/api/v1/reading-books") { request, context in
      let body = try await request.body.collect(upTo: 1 << 20)
      let book = try await Fixtures.add(try decoder.decode(NewReadingBook.self, from: body))
      var response = try encoder.encode(Envelope(data: book), from: request, context: context)
      response.status = .created
      return response
    }
  }

  /// The same routes with JSON read and written in one pass, as Naru does. The responses to `GET` have an `ETag` and can be a 304, if
  /// `isTagged`.
  func addDirectRoutes(isTagged: Bool) {
    let json = JSONCoding()
    get("/api/v1/books/search") { request, _ in
      let parameters = request.uri.queryParameters
      let page = try await Fixtures.search(
        parameters.require("query"),
        parameters.get("maxResults", as: Int.self),
        parameters.get("start", as: Int.self),
        parameters.get("queryType", as: BookQueryType.self),
        parameters.get("sort", as: BookSort.self)
      )
      return Response(json: try json.envelope(page), to: isTagged ? request : nil)
    }
    get("/api/v1/books/:id") { request, context in
      let book = try await Fixtures.show(context.parameters.require("id"))
      return Response(json: try json.envelope(book), to: isTagged ? request : nil)
    }
    post("/api/v1/reading-books") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      let book = try await Fixtures.add(try json.decode(NewReadingBook.self, from: Data(buffer: body)))
      return Response(
        status: .created,
        headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(data: try json.envelope(book)))
      )
    }
  }
}

extension Response {
  /// The 200 with a body, or with a tag if there is a request: then a 304, if the request has the tag.
  fileprivate init(json data: Data, to request: Request?) {
    self.init(
      status: .ok,
      headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(data: data))
    )
    guard let request else { return }
    let tag = "\"\(data.digest)\""
    headers[.eTag] = tag
    guard request.headers[.ifNoneMatch] == tag else { return }
    self = Response(status: .notModified, headers: [.eTag: tag])
  }
}

extension Data {
  /// A digest of 128 bits, eight bytes at a time, in hexadecimal digits.
  fileprivate var digest: String {
    let (first, second) = withUnsafeBytes { bytes in
      var (first, second): (UInt64, UInt64) = (0x9E37_79B9_7F4A_7C15, UInt64(bytes.count))
      var place = 0
      while place + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
        first ^= first >> 29
        second = (second &+ first) &* 0xC4CE_B9FE_1A85_EC53
        place += 8
      }
      for byte in bytes[place...] { first = (first ^ UInt64(byte)) &* 0xFF51_AFD7_ED55_8CCD }
      return (first, second ^ first >> 31)
    }
    return String(unsafeUninitializedCapacity: 32) { digits in
      for place in 0..<32 {
        let half = UInt8(truncatingIfNeeded: (place < 16 ? first : second) >> (60 - place % 16 * 4)) & 15
        digits[place] = half < 10 ? UInt8(ascii: "0") + half : UInt8(ascii: "a") - 10 + half
      }
      return 32
    }
  }
}

extension JSONCoding {
  /// Writes the envelope of a success in one pass.
  fileprivate func envelope(_ value: some Payload) throws -> Data {
    try write { json throws(JSONError) in
      json.beginObject()
      try json.field("success", true)
      json._key("message")
      json.null()
      json._endField()
      try json.field("data", value)
      json._key("error")
      json.null()
      json._endField()
      json.endObject()
    }
  }
}

/// The envelope of a success. Written out, because `null` is a part of the wire, and what Swift makes by itself leaves it
/// out.
private struct Envelope<Value: Encodable>: Encodable {
  let data: Value

  private enum CodingKeys: CodingKey { case success, message, data, error }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(true, forKey: .success)
    try container.encodeNil(forKey: .message)
    try container.encode(data, forKey: .data)
    try container.encodeNil(forKey: .error)
  }
}
