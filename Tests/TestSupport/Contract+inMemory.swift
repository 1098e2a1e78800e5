package import Naru

extension Contract {
  /// A server of the implementation, without a socket.
  package func inMemory(_ options: ServingOptions = ServingOptions()) -> InMemoryTransport {
    InMemoryTransport().mounting(Self.self, options: options) { _ in self }
  }

  /// A client of a server.
  package static func live(
    over transport: some Transport,
    middleware: [any Middleware] = [],
    credentials: [SecurityScheme: Secret] = [:]
  ) -> Self {
    live(APIClient(InMemoryTransport.url, transport: transport, middleware: middleware, credentials: credentials))
  }

  /// A client of an implementation, which is called over HTTP, without a socket.
  package static func overHTTP(_ api: Self) -> Self { live(over: api.inMemory()) }
}
