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

  /// The route with a body, with JSON read and written in one pass, as Naru does.
  func addDirectRoute() {
    let json = JSONCoding()
    post("/api/v1/reading-books") { request, _ in
      let body = try await request.body.collect(upTo: 1 << 20)
      let book = try await Fixtures.add(try json.decode(NewReadingBook.self, from: Data(buffer: body)))
      let data = try json.write { json throws(JSONError) in
        json.beginObject()
        try json.field("success", true)
        json._key("message")
        json.null()
        json._endField()
        try json.field("data", book)
        json._key("error")
        json.null()
        json._endField()
        json.endObject()
      }
      return Response(
        status: .created,
        headers: [.contentType: "application/json; charset=utf-8"],
        body: ResponseBody(byteBuffer: ByteBuffer(data: data))
      )
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
