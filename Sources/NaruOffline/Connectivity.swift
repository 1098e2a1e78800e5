import Naru

#if canImport(Network)
  import Dispatch
  import Network
#endif

/// Reports whether the device is connected.
///
/// It is a hint. Without a connection, reads return cached responses at once, and nothing is sent. With a connection, a call may still
/// fail.
public protocol Connectivity: Sendable {
  /// The present state, and then every change of it.
  var changes: AsyncStream<Bool> { get }
}

/// A state that a program sets, such as a test.
public final class ConnectivityValue: Connectivity {
  private let state: Locked<Bool>
  private let watchers = Watchers()

  /// Creates a state.
  public init(_ isConnected: Bool) {
    state = Locked(isConnected)
  }

  /// Whether the device is connected.
  public var isConnected: Bool {
    get { state.withLock { $0 } }
    set {
      state.withLock { $0 = newValue }
      watchers.notify()
    }
  }

  /// The present state, and then every change of it. A slow reader misses states.
  public var changes: AsyncStream<Bool> {
    let (changes, state) = (watchers.changes(), state)
    return AsyncStream {
      for await _ in changes { return state.withLock { $0 } }
      return nil
    }
  }
}

/// Calls a server again and again, for systems that don't report whether there is a connection.
public struct ConnectivityProbe: Connectivity {
  private let interval: Duration
  private let probe: @Sendable () async -> Bool

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - interval: the time between two calls.
  ///   - probe: calls the server, such as with a small `GET`, and returns whether there was any response.
  public init(every interval: Duration = .seconds(30), _ probe: @escaping @Sendable () async -> Bool) {
    self.interval = interval
    self.probe = probe
  }

  /// The first result, and then every change of it.
  public var changes: AsyncStream<Bool> {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      var last: Bool?
      while !Task.isCancelled {
        let value = await probe()
        if value != last { continuation.yield(value) }
        last = value
        try? await Task.sleep(for: interval)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }
}

extension OfflineOptions {
  static var systemConnectivity: any Connectivity {
    #if canImport(Network)
      NetworkPath()
    #else
      ConnectivityValue(true)
    #endif
  }
}

#if canImport(Network)
  /// The path of the system's network (`NWPathMonitor`).
  public struct NetworkPath: Connectivity {
    /// Creates the path.
    public init() {}

    /// The present state, and then every change of it.
    public var changes: AsyncStream<Bool> {
      let (stream, continuation) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
      let monitor = NWPathMonitor()
      monitor.pathUpdateHandler = { continuation.yield($0.status == .satisfied) }
      continuation.onTermination = { _ in monitor.cancel() }
      monitor.start(queue: .global())
      return stream
    }
  }
#endif
