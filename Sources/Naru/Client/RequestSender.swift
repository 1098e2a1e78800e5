import Foundation
import HTTPTypes

/// The last step of a client's requests, after all middleware: it checks the address, adds the client's credentials, follows
/// redirects, and gives the request to the transport.
struct RequestSender<Sending: Transport>: Sendable {
  let transport: Sending
  /// The scheme of the client's address, which was checked.
  let scheme: String?
  /// The host and port of the client's address.
  let authority: String?
  let credentials: [SecurityScheme: Secret]
  let allowsInsecureHTTP: Bool

  private static var redirectLimit: Int { 10 }

  /// Sends a request.
  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    guard request.followsRedirects else { return try await sendOnce(request) }
    let start = ContinuousClock.now
    var next = request
    for _ in 0..<Self.redirectLimit {
      let response = try await sendOnce(next)
      guard let redirected = next.redirected(by: response.head) else { return response }
      next = redirected
      next.timeout = max(.milliseconds(1), request.timeout - start.duration(to: .now))
    }
    return try await sendOnce(next)
  }

  private func sendOnce(_ request: APIRequest) async throws -> APIResponse {
    // Middleware may have changed the address.
    if request.head.scheme != scheme || request.head.authority != authority {
      let target = Origin(scheme: request.head.scheme, authority: request.head.authority)
      if let problem = Origin.problem(with: target, allowsInsecureHTTP: allowsInsecureHTTP) { throw problem }
    }
    var request = request
    if !credentials.isEmpty { try request.add(credentials) }
    do {
      var response = try await transport.send(request)
      if response.head.status.kind != .successful { response.sent = SentRequest(request) }
      return response
    } catch var error as APIError {
      error.sent = SentRequest(request)
      throw error
    }
  }
}

extension APIRequest {
  /// Returns the request that a response redirects this one to. `nil` if it is not a redirect that may be followed: one to another
  /// origin, one that doesn't say with which method (301 and 302 to a request that is neither `GET` nor `HEAD`), and one of a body that
  /// can be read only once.
  fileprivate func redirected(by response: HTTPResponse) -> APIRequest? {
    let isSafe = head.method == .get || head.method == .head
    let keepsMethod = isSafe || [307, 308].contains(response.status.code)
    guard [301, 302, 303, 307, 308].contains(response.status.code), keepsMethod || response.status == .seeOther,
      let location = response.headerFields[.location], let current = url,
      let target = URLComponents(string: location)?.url(relativeTo: current)?.absoluteURL,
      let components = URLComponents(url: target, resolvingAgainstBaseURL: true), components.user == nil
    else { return nil }
    let address = Address(target)
    guard let origin = Origin(scheme: address.scheme, authority: address.authority),
      origin == Origin(scheme: head.scheme, authority: head.authority)
    else { return nil }
    guard !keepsMethod || stream?.isReplayable ?? true else { return nil }
    let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
    var request = self
    request.head.path = path + (components.percentEncodedQuery.map { "?\($0)" } ?? "")
    if !keepsMethod {
      request.head.method = .get
      request.body = Data()
      request.stream = nil
      for name in [HTTPField.Name.contentType, .contentLength, .idempotencyKey, .ifMatch] {
        request.head.headerFields[name] = nil
      }
    }
    return request
  }

  private var url: URL? {
    guard let scheme = head.scheme, let authority = head.authority else { return nil }
    return URL(string: "\(scheme)://\(authority)\(head.path ?? "/")")
  }
}
