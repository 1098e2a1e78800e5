import HTTPTypes
import Naru

/// The contract of the checks of transports.
@API("/probe")
struct Probe: Sendable {
  @Payload
  struct Message: Codable, Sendable, Equatable {
    var text: String
  }

  /// The request as it arrived.
  @Payload
  struct Echo: Codable, Sendable, Equatable {
    var path: String?
    var query: String?
    var header: String?
    var body: String?
    var method: String
  }

  @POST("/echo/{path}")
  var echo: @Sendable (_ path: String, _ query: Query<String>, _ body: Message) async throws -> Echo

  @GET("/header")
  var header: @Sendable (_ probeMark: Header<String>) async throws -> Echo

  @GET("/method")
  var get: @Sendable () async throws -> Echo

  @PUT("/method")
  var put: @Sendable (_ body: Message) async throws -> Echo

  @PATCH("/method")
  var patch: @Sendable (_ body: Message) async throws -> Echo

  @DELETE("/method")
  var delete: @Sendable () async throws -> Echo

  @DELETE("/items")
  var remove: @Sendable (_ items: Body<[String]>) async throws -> Echo

  @POST("/nothing")
  var nothing: @Sendable () async throws -> Void

  @GET("/counted")
  var counted: @Sendable () async throws -> CountedList<Int>

  @GET("/fail/{status}")
  var fail: @Sendable (_ status: Int) async throws -> Void

  @GET("/large")
  var large: @Sendable (_ bytes: Int) async throws -> String

  @GET("/download")
  var download: @Sendable (_ bytes: Int) async throws -> Blob

  /// The length that a download would have.
  @HEAD("/download")
  var size: @Sendable (_ bytes: Int) async throws -> Size

  /// Returns the number of bytes that arrived.
  @PUT("/upload")
  var upload: @Sendable (_ bytes: Blob) async throws -> Int

  /// Returns when its task is cancelled.
  @GET("/wait")
  var wait: @Sendable () async throws -> Void

  @POST("/count")
  var count: @Sendable () async throws -> Void

  /// A middleware of the server redirects this to `count`.
  @POST("/redirect")
  var redirect: @Sendable () async throws -> Void

  @GET("/cookie")
  var cookie: @Sendable (_ cookie: Header<String?>) async throws -> WithFields

  @GET("/cacheable")
  var cacheable: @Sendable () async throws -> WithFields

  /// The length of a body that is not sent.
  struct Size: ResultWithHeaders {
    var length: Int
    var body: String? { nil }
    var headers: HTTPFields { [.contentLength: "\(length)"] }

    init(length: Int) { self.length = length }
    init(body: String?, headers: HTTPFields) throws { length = headers[.contentLength].flatMap { Int($0) } ?? -1 }
  }

  /// A response with header fields.
  struct WithFields: ResultWithHeaders {
    var body: Echo
    var headers: HTTPFields
  }
}
