import HTTPTypes
public import NaruJSON

/// An address that is known only at run time, such as a presigned URL in an earlier response.
///
/// It stands for the rest of a path. The call goes to the link instead of the address of its endpoint:
///
/// ```swift
/// @PUT("/pictures/{link...}")
/// var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void
///
/// let slot = try await posts.addPicture(postID: post.id)
/// try await pictures.upload(link: slot.link, picture: Blob(file: url, contentType: "image/png"))
/// ```
///
/// The address is sent as it is. Only characters that no address can have, such as spaces and Hangul, are percent-encoded. A link that begins
/// with `/` leads to the endpoint's server. Any other string fails with ``APIError/Code/encodingFailed``, and nothing is sent.
///
/// A link may lead to another server. That server gets the method, the body, the header fields that the endpoint declares, and those that
/// ``Blob/download(to:upTo:_:)`` adds. It gets no token, no key, no release of the app, and nothing that middleware or `withCallOptions` adds. Such a link is `https`, or leads to this machine; any other fails with ``APIError/Code/insecure``. The limits of size and time and
/// the rules for redirects apply as to any other call.
///
/// A presigned address is a secret: anyone who has it can use it. Errors, logs, `curl` commands, recordings and `description` leave out the
/// values of its query.
///
/// A handler gets the path and the query of the request. In an ``InMemoryTransport``, a link to another server leads to the handler of the
/// endpoint, which gets the whole address.
public struct LinkURL: Sendable, Hashable {
  /// The address.
  public var text: String

  /// Creates a link.
  public init(_ text: String) {
    self.text = text
  }

  /// The value of the first item of the query with a name. `nil` if there is none.
  public subscript(name: String) -> String? { PageLink(text)[name] }

  /// Returns where a call goes. `nil` if no request can be sent there.
  func destination(on address: Address) throws(APIError) -> (address: Address, target: String)? {
    let reference = Reference(text)
    let target = (reference.path.isEmpty ? "/" : reference.path) + (reference.query.map { "?\($0)" } ?? "")
    guard target.hasPrefix("/") else { return nil }
    if reference.scheme == nil, reference.authority == nil { return reference.path.isEmpty ? nil : (address, target) }
    guard let server = Origin(scheme: reference.scheme, authority: reference.authority) else { return nil }
    if server == address.server { return (address, target) }
    let other = Address(server, withoutCredentialsOf: address.origin, allowsInsecureHTTP: false)
    if let problem = other.problem { throw problem }
    return (other, target)
  }
}

extension LinkURL: Payload {
  /// Reads the address as a string.
  public init(from json: inout JSONReader) throws(JSONError) {
    text = try json.string()
  }

  /// Writes the address as a string.
  public func write(to json: inout JSONWriter) throws(JSONError) { json.string(text) }

  /// A string.
  public static var schema: Schema { .string(format: "uri") }

  /// Reads the address as a string.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the address as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension LinkURL: CustomStringConvertible, CustomReflectable {
  /// The address without the values of its query.
  public var description: String {
    let (path, query) = text.splitTarget
    return path + (query.map { "?\(Redaction.names(of: $0))" } ?? "")
  }

  /// Nothing, because a mirror would reveal the address.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Endpoint {
  /// Whether its calls go to the address in a parameter.
  package var followsLink: Bool { parameters.contains { $0.location == .path && $0.type == LinkURL.self } }

  /// Whether another server gets a header field, because the endpoint or the body needs it.
  func declares(_ field: HTTPField.Name) -> Bool {
    [.accept, .contentType, .contentLength].contains(field) || headers.contains(field)
      || HTTPFields.ofDownloads.contains(field)
      || field == .idempotencyKey && idempotencyKey
      || parameters.contains { parameter in
        switch parameter.location {
        case .header: HTTPField.Name(headerFieldName(parameter.name)) == field
        case .cookie: field == .cookie
        default: false
        }
      }
  }
}

extension APIRequest {
  /// Whether it goes to another server than the endpoint's, because of a link.
  var isLinkedElsewhere: Bool { !isAtOrigin && endpoint.followsLink }
}
