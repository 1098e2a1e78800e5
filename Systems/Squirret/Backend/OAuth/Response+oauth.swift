import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Naru
import Squirret

extension Response {
  /// Creates a response of an OAuth endpoint, which must not be cached.
  init(oauth value: some Encodable) throws {
    self.init(status: .ok, headers: Self.oauthHeaders, body: try Self.json(value))
  }

  /// Creates a refusal.
  init(_ error: OAuthError) throws {
    self.init(
      status: error.status,
      headers: Self.oauthHeaders,
      body: try Self.json(["error": error.code, "error_description": error.description])
    )
    headers[.wwwAuthenticate] = error.challenge
    headers[.retryAfter] = error.retryAfter.map { String($0) }
  }

  private static func json(_ value: some Encodable) throws -> ResponseBody {
    ResponseBody(byteBuffer: ByteBuffer(bytes: try SquirretFormat.json.encode(value)))
  }

  private static var oauthHeaders: HTTPFields {
    [.contentType: "application/json", .cacheControl: "no-store", .pragma: "no-cache", .xContentTypeOptions: "nosniff"]
  }
}
