package import Foundation
package import HTTPTypes

/// Makes a client's requests: their address, header fields, body and limits. It is a class, because a client is copied often.
final class RequestEncoder: Sendable {
  let book: AddressBook
  fileprivate let timeout: Duration
  private let firstByteTimeout: Duration?
  fileprivate let maxResponseSize: Int
  fileprivate let release: HTTPField?
  /// The header fields of most requests, and of those with a JSON body. They are created once, because each addition to a request's own
  /// takes time.
  private let usualHeaders: HTTPFields
  private let usualJSONHeaders: HTTPFields

  // Made once, because checking a field's value takes time.
  private static let acceptsJSON = HTTPField(name: .accept, value: "application/json")
  private static let isJSON = HTTPField(name: .contentType, value: "application/json")

  init(
    _ book: AddressBook,
    timeout: Duration,
    firstByteTimeout: Duration?,
    maxResponseSize: Int,
    release: Release?
  ) {
    self.book = book
    self.timeout = timeout
    self.firstByteTimeout = firstByteTimeout
    self.maxResponseSize = maxResponseSize
    self.release = release.map { HTTPField(name: .naruRelease, value: $0.description) }
    usualHeaders = HTTPFields([self.release, Self.acceptsJSON].compactMap(\.self))
    usualJSONHeaders = HTTPFields(usualHeaders + [Self.isJSON])
  }

  func request(for call: OutgoingCall) throws -> APIRequest {
    if let problem = call.problem { throw problem }
    let (address, target) = try book.destination(of: call)
    var options = CallOptions.current
    if case .address? = call.link, !address.isKnown {
      let headers = HTTPFields(options.headers.filter { HTTPFields.ofDownloads.contains($0.name) })
      (options.headers, options.idempotencyKey, options.ifMatch) = (headers, nil, nil)
    }
    var head = HTTPRequest(
      method: call.endpoint.method.http,
      scheme: address.scheme,
      authority: address.authority,
      path: target,
      headerFields: fields(of: call, isKnown: address.isKnown)
    )
    var body = Data()
    var stream: Blob?
    switch call.body {
    case .none: break
    case .json(let value):
      body = try call.endpoint.format.json.encode(value)
    case .text(let text):
      body = Data(text.utf8)
    case .form(let fields):
      body = Data(QueryString.encode(fields).utf8)
      head.headerFields[.contentType] = "application/x-www-form-urlencoded"
    case .parts(let parts):
      stream = MultipartBody.blob(parts)
    case .blob(let blob):
      stream = blob
    }
    if let stream {
      guard HTTPField.isValidValue(stream.contentType) else { throw InvalidMediaType(text: stream.contentType) }
      head.headerFields[.contentType] = stream.contentType
    }
    if let key = call.idempotencyKey(options) { head.headerFields[.idempotencyKey] = key }
    if let version = options.ifMatch, call.endpoint.changesItsPath {
      head.headerFields[.ifMatch] = version.text
    }
    head.headerFields.replace(with: options.headers)
    let isGuest = options.asGuest == true && call.endpoint.auth != .none
    return APIRequest(
      endpoint: isGuest ? call.endpoint.forGuests : call.endpoint,
      head: head,
      origin: address.origin,
      body: body,
      stream: stream,
      onSend: options.onSend,
      firstByteTimeout: options.firstByteTimeout ?? firstByteTimeout,
      timeout: options.timeout ?? call.endpoint.timeout ?? timeout,
      maxResponseSize: options.maxResponseSize ?? maxResponseSize,
      followsRedirects: options.followsRedirects ?? call.endpoint.followsRedirects,
      isGuest: isGuest,
      sameUser: options.sameUser
    )
  }

  /// The header fields of a call, before its body and its options add theirs.
  private func fields(of call: OutgoingCall, isKnown: Bool) -> HTTPFields {
    if call.headers.isEmpty, isKnown { return call.body.isJSON ? usualJSONHeaders : usualHeaders }
    var fields = call.headers
    if isKnown, let release { fields.append(release) }
    if !fields.contains(.accept) { fields.append(Self.acceptsJSON) }
    switch call.body {
    case .none: fields[.contentType] = nil
    case .json where !fields.contains(.contentType): fields.append(Self.isJSON)
    default: break
    }
    return fields
  }
}

extension APIClient {
  /// The path with the query of a request of this client, without the path of the client's address.
  package func target(of request: APIRequest) -> String {
    let path = request.head.path ?? "/"
    let basePath = encoder.book.address(of: request.endpoint).basePath
    return path.hasPrefix(basePath) ? String(path.dropFirst(basePath.count)) : path
  }

  /// Makes a request whose parts were stored. The target of an endpoint that follows a link is the link.
  package func request(
    to endpoint: Endpoint,
    target: String,
    headers: HTTPFields,
    body: Data
  ) throws(APIError) -> APIRequest {
    var address = encoder.book.address(of: endpoint)
    if let problem = address.problem { throw problem }
    var path = address.basePath + target
    if endpoint.followsLink {
      guard let destination = try LinkURL(target).destination(on: address) else { throw APIError(linkTo: nil) }
      (address, path) = destination
    }
    var head = HTTPRequest(
      method: endpoint.method.http,
      scheme: address.scheme,
      authority: address.authority,
      path: path,
      headerFields: headers
    )
    // An earlier release may have stored the request.
    head.headerFields[.naruRelease] = address.isKnown ? encoder.release?.value : nil
    return APIRequest(
      endpoint: endpoint,
      head: head,
      origin: address.origin,
      body: body,
      timeout: endpoint.timeout ?? encoder.timeout,
      maxResponseSize: encoder.maxResponseSize,
      followsRedirects: endpoint.followsRedirects
    )
  }
}

/// The error for a blob whose content type is not valid in a header field.
private struct InvalidMediaType: Error, CustomStringConvertible {
  let text: String

  var description: String { "“\(text.prefix(60))” is not a valid media type." }
}
