import Foundation
import HTTPTypes

/// The last step of a client's requests, after all middleware: it checks the address, adds the client's credentials, follows
/// redirects, and gives the request to the transport.
struct RequestSender: Sendable {
  private let transport: any Transport
  private let book: AddressBook
  private let credentials: [SecurityScheme: Secret]
  private let hasCredentials: Bool

  private static let redirectLimit = 10

  init(_ transport: any Transport, _ book: AddressBook, _ credentials: [SecurityScheme: Secret]) {
    self.transport = transport
    self.book = book
    self.credentials = credentials
    hasCredentials = !credentials.isEmpty
  }

  /// Whether a request may have to be changed. Others are given to ``transmit(_:)`` at once: a request is large, and a copy costs time in
  /// each call.
  func changes(_ request: APIRequest) -> Bool {
    request.followsRedirects || hasCredentials || request.isLinkedElsewhere
  }

  /// Sends a request with the client's credentials, and follows redirects.
  func send(_ request: APIRequest) async throws -> APIResponse {
    let start = ContinuousClock.now
    var next = request
    for _ in 0..<Self.redirectLimit {
      let response = try await sendWithCredentials(next)
      guard request.followsRedirects, let redirected = next.redirected(by: response.head) else { return response }
      next = redirected
      next.timeout = max(.milliseconds(1), request.timeout - start.duration(to: .now))
    }
    return try await sendWithCredentials(next)
  }

  private func sendWithCredentials(_ request: APIRequest) async throws -> APIResponse {
    var request = request
    try request.add(credentials)
    if request.isLinkedElsewhere {
      let endpoint = request.endpoint
      request.head.headerFields = HTTPFields(request.head.headerFields.filter { endpoint.declares($0.name) })
    }
    return try await transmit(request)
  }

  func transmit(_ request: APIRequest) async throws -> APIResponse {
    // The client's address was checked. Middleware may have changed it.
    if request.head.scheme != book.base.scheme || request.head.authority != book.base.authority {
      let target = Origin(scheme: request.head.scheme, authority: request.head.authority)
      if let problem = Origin.problem(with: target, allowsInsecureHTTP: book.allowsInsecureHTTP) { throw problem }
    }
    do {
      var response = try await transport.send(request)
      if response.head.status.kind != .successful { response.sent = SentRequest(request) }
      if request.streamsResponse { try await response.collectIfShort() }
      if request.reader != nil { response.judgment = Judgment() }
      return response
    } catch var error as APIError {
      error.sent = SentRequest(request)
      // A body that was cut in its compression says nothing, whatever its status is.
      error.isForeign = error.isForeign || error.code == .decodingFailed
      throw error
    }
  }
}

extension APIResponse {
  /// Reads a short stream that may be a failure or a web page, so that it can be judged.
  fileprivate mutating func collectIfShort() async throws {
    guard let stream, stream.data == nil, mayDescribeFailure else { return }
    self.stream = try await stream.collectedIfShort(upTo: 64 << 10)
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
      let location = response.headerFields[.location],
      let server = Origin(scheme: head.scheme, authority: head.authority),
      let resolved = server.resolve(location, against: head.path ?? "/"), resolved.server == server
    else { return nil }
    guard !keepsMethod || stream?.isReplayable ?? true else { return nil }
    var request = self
    request.head.path = resolved.target
    if !keepsMethod {
      request.head.method = .get
      request.body = Data()
      request.stream = nil
      request.head.headerFields = head.headerFields.without(.contentType, .contentLength, .idempotencyKey, .ifMatch)
    }
    return request
  }
}
