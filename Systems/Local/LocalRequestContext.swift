public import Hummingbird
public import NIOCore

/// The context of a request, with the address of the caller for rate limits.
public struct LocalRequestContext: RemoteAddressRequestContext {
  /// Hummingbird's part of the context.
  public var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection.
  public let remoteAddress: SocketAddress?

  /// Creates the context of a request from a channel.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
