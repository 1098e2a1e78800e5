package import Hummingbird
package import NIOCore

/// The context of a request, with the address of the caller for rate limits.
package struct LocalRequestContext: RemoteAddressRequestContext {
  /// Hummingbird's part of the context.
  package var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection.
  package let remoteAddress: SocketAddress?

  /// Creates the context of a request from a channel.
  package init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
