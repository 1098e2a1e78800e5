import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Naru
import Support

/// The parameters of a request to an OAuth endpoint (RFC 6749, appendix B).
struct OAuthForm {
  /// The largest body, in bytes.
  static let limit = 64 << 10

  private let values: [String: String]
  /// The client that the request names. `nil` if it names none.
  let client: Client?

  /// The client of a request.
  struct Client: Hashable {
    var id: String
    /// `nil` if the request has only the name.
    var secret: Secret?
  }

  /// Reads a request.
  init(_ request: Request) async throws {
    guard request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true else {
      throw OAuthError.invalidRequest("The body must be application/x-www-form-urlencoded.")
    }
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: Self.limit)
    } catch {
      throw OAuthError.invalidRequest("The body can't be read, or is larger than \(Self.limit) bytes.")
    }
    try self.init(String(buffer: body), authorization: request.headers[.authorization])
  }

  /// Reads a body and an `Authorization` field.
  init(_ body: String, authorization: String?) throws(OAuthError) {
    let items: [String: [String]]
    do {
      items = Dictionary(grouping: try QueryString.items(body[...]), by: \.name).mapValues { $0.map(\.value) }
    } catch {
      throw .invalidRequest("The body is not a valid form.")
    }
    guard items.values.allSatisfy({ $0.count == 1 }) else {
      throw .invalidRequest("A parameter is sent more than once.")
    }
    // A parameter without a value counts as omitted (RFC 6749, section 3.1).
    let values = items.compactMapValues { $0[0].isEmpty ? nil : $0[0] }
    self.values = values
    let posted = values["client_id"].map { id in
      Client(id: id, secret: values["client_secret"].map { Secret($0) })
    }
    guard let authorization else {
      client = posted
      return
    }
    guard let basic = Self.basic(authorization) else { throw .invalidClient }
    guard posted == nil || (posted?.id == basic.id && posted?.secret == nil) else {
      throw .invalidRequest("The client authenticates in two ways.")
    }
    client = basic
  }

  subscript(name: String) -> String? { values[name] }

  /// Returns the value of a parameter.
  func require(_ name: String) throws(OAuthError) -> String {
    guard let value = values[name] else { throw .invalidRequest("The parameter \(name) is missing.") }
    return value
  }

  /// Parses a `Basic` credential, of which both parts are encoded as in a form (RFC 6749, section 2.3.1).
  private static func basic(_ field: String) -> Client? {
    let parts = field.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, parts[0].lowercased() == "basic", let bytes = Data(base64Encoded: String(parts[1])),
      let text = String(bytes: bytes, encoding: .utf8), let colon = text.firstIndex(of: ":"),
      let id = try? QueryString.decode(text[..<colon], plusIsSpace: true),
      let secret = try? QueryString.decode(text[colon...].dropFirst(), plusIsSpace: true)
    else { return nil }
    return Client(id: id, secret: secret.isEmpty ? nil : Secret(secret))
  }
}
