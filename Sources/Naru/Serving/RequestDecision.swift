// MARK: - For authors of servers

/// The result of the first half of serving a request, which has read only its head.
///
/// A request is served in two halves, so that the body of a rejected one is never read: ``ContractDispatcher/accept(_:)`` finds the endpoint,
/// authenticates the caller and checks the head's fields about the body; ``AcceptedCall/respond(body:)`` reads the parameters and
/// the body, and calls the handler. See <doc:OtherServers>.
public enum RequestDecision: Sendable {
  /// The request is accepted. Its body has not been read.
  case accepted(AcceptedCall)
  /// The request is rejected with this response. Don't read its body.
  case rejected(APIResponse)

  /// Responds to the request.
  package func response(_ body: @escaping @Sendable () -> Blob) async -> APIResponse {
    switch self {
    case .accepted(let call): await call.respond(body: body)
    case .rejected(let response): response
    }
  }
}

/// A request whose head was checked and whose caller is known.
public struct AcceptedCall: Sendable {
  /// How the endpoint reads a body.
  public enum Body: Sendable, Hashable {
    /// Nothing.
    case none
    /// The whole body, up to this number of bytes.
    case collected(limit: Int)
    /// The body chunk by chunk, up to this number of bytes.
    case streamed(limit: Int)

    /// The largest body in bytes. `nil` if none is read.
    var limit: Int? {
      switch self {
      case .none: nil
      case .collected(let limit), .streamed(let limit): limit
      }
    }
  }

  let call: InterceptedCall

  /// The endpoint.
  public var endpoint: Endpoint { call.endpoint }

  /// How the endpoint reads the body, by the parameters in its token. A server that can't pass a stream on collects a body up to
  /// the limit.
  public var body: Body { call.matched.route.body }

  /// Reads the parameters and the body, and calls the handler. Every error becomes a response in the contract's format.
  ///
  /// - Parameter body: returns the request's body. At most one is read, and none if the endpoint needs no body.
  /// - Returns: the response.
  @concurrent
  public func respond(body: @escaping @Sendable () -> Blob) async -> APIResponse {
    await call.respond(through: call.matched.route.steps, body: body)
  }
}
