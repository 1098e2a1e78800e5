public import HummingbirdCore

extension HTTPServerBuilder {
  /// An HTTP/1.1 server that limits its connections, and rejects requests that its routes might misread.
  ///
  /// Besides ``ServerLimits``, the server does what Hummingbird and NIO leave to others (as of Hummingbird 2.28 and NIO 2.101):
  ///
  /// * A request without a valid `Host`, with a target that contains `#` or an empty segment or does not start with `/`, or that
  ///   can't be parsed gets a 400 before any middleware sees it.
  /// * If a response is sent before the request's body was received, the connection is closed instead of reading on, unless the
  ///   rest is small.
  /// * `Expect: 100-continue` gets its response when the body is first read.
  /// * An HTTP/1.0 connection is closed after its response, and a response to `HEAD` never has a body.
  /// * When the server stops, requests that were sent before get their responses, for at most ``ServerLimits/shutdownGracePeriod``.
  /// * Responses have `X-Content-Type-Options: nosniff`.
  ///
  /// - Parameter limits: the limits.
  /// - Returns: the server, for `Application(router:server:)`.
  public static func limited(_ limits: ServerLimits = ServerLimits()) -> HTTPServerBuilder {
    HTTPServerBuilder { responder in
      let room = OpenFiles.room(of: OpenFiles.raiseLimit())
      let connections = Connections(limits, maximum: min(limits.connections, room))
      return LimitedChannel(responder: responder, connections: connections)
    }
  }
}
