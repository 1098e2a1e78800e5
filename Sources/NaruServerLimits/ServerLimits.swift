/// The limits of a server's connections: how many there are, and how long each may take.
///
/// ```swift
/// let application = Application(router: router, server: .limited(ServerLimits()))
/// try await application.runUntilSignal()
/// ```
///
/// A server without them can be stopped by anyone who opens connections and sends nothing. The defaults suit an API that people's
/// devices call directly; behind a proxy, ``idleTimeout`` has to be longer than the proxy's.
public struct ServerLimits: Sendable, Hashable {
  /// The maximum number of open connections.
  ///
  /// It is lowered so that at least an eighth of the files that the process may open is left for other uses, such as a
  /// database. The soft limit of open files (`ulimit -n`) is raised to the hard limit when the server starts.
  ///
  /// When there are more connections, the connection without a request for the longest time is closed: at first those that never sent
  /// one. If every connection has a request in progress, a new one gets a 503 with `Retry-After`.
  public var connections: Int
  /// The maximum time from the first byte of a request's head to the last one, and from the start of a connection to its first
  /// head. A slow head gets a 408.
  public var headTimeout: Duration
  /// The time after which a connection without a request is closed.
  public var idleTimeout: Duration
  /// The time that a body may stand still, or be slower than ``minimumRate``, in either direction. A slow request gets a
  /// 408; a connection that does not take its response is closed. The time in which the server itself doesn't read or
  /// write does not count.
  public var stallTimeout: Duration
  /// The average speed of a body in bytes per second, after ``stallTimeout``. More than 0.
  public var minimumRate: Int
  /// The time that requests in progress have when the server stops. After that, their connections are closed.
  public var shutdownGracePeriod: Duration

  /// Creates limits.
  public init(
    connections: Int = 4096,
    headTimeout: Duration = .seconds(10),
    idleTimeout: Duration = .seconds(60),
    stallTimeout: Duration = .seconds(20),
    minimumRate: Int = 1024,
    shutdownGracePeriod: Duration = .seconds(10)
  ) {
    self.connections = connections
    self.headTimeout = headTimeout
    self.idleTimeout = idleTimeout
    self.stallTimeout = stallTimeout
    self.minimumRate = minimumRate
    self.shutdownGracePeriod = shutdownGracePeriod
  }
}
