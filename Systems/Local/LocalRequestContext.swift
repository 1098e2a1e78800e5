public import Hummingbird
public import NIOCore

/// What is known of a request beside its head: from where it came, so that limits are each caller's own.
public struct LocalRequestContext: RemoteAddressRequestContext {
  /// What Hummingbird keeps.
  public var coreContext: CoreRequestContextStorage
  /// The address at the other end of the connection.
  public let remoteAddress: SocketAddress?

  /// The context of a request that came through a channel.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}
