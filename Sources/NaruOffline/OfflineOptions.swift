public import Foundation
public import Logging
public import Naru

/// The settings of the cache and the queue of an app.
///
/// ```swift
/// var options = OfflineOptions(contracts: [Books.self, ReadingBooks.self])
/// options.policies[Books.Endpoints.show] = .cacheFirst(maxAge: .seconds(3600))
/// options.scopes[ReadingBooks.Endpoints.update] = "shelf"
/// ```
public struct OfflineOptions: Sendable {
  /// The endpoints that writes can be queued for. After an update of the app, queued writes of other endpoints are rejected.
  public var endpoints: [Endpoint]
  /// The policy of reads without one in ``policies``.
  public var policy = ReadPolicy.networkFirst
  /// The policies of reads.
  public var policies: [Endpoint: ReadPolicy] = [:]
  /// For each write, the name of its order. Writes with the same name are sent in order. Without a name it is the path of the call, so
  /// that the changes of one resource are sent in order. Give writes of several paths the same name if one depends on another.
  public var scopes: [Endpoint: String] = [:]
  /// For each write that creates a resource, the name of the id in the server's response. Without one it is `id`.
  public var idNames: [Endpoint: String] = [:]
  /// The largest size of all cached responses, in bytes. The least recently used ones are removed first. It is 50 MB.
  public var maxCacheSize = 50 << 20
  /// How long a response is cached. It is 30 days.
  public var maxCacheAge = Duration.seconds(30 * 86_400)
  /// The size of the largest body that can be queued, in bytes. It is 16 MB.
  public var maxWriteSize = 16 << 20
  /// The longest pause before the second attempt of a write. It doubles with each attempt; a pause takes at least half of it, and a
  /// random part of the rest.
  public var initialBackoff = Duration.seconds(2)
  /// The longest pause between two attempts, unless the server's `Retry-After` is longer.
  public var maxBackoff = Duration.seconds(300)
  /// How many scopes are sent at the same time.
  public var concurrency = 4
  /// How long the server remembers an `Idempotency-Key`. It is 7 days, as with `ServingOptions.idempotency`. A write that was sent
  /// without a response is rejected after that, because sending it again could apply it twice.
  public var idempotencyKeyLifetime = Duration.seconds(7 * 86_400)
  /// Reports whether the device is connected. On Apple's systems it is `NetworkPath`; elsewhere, a connection is
  /// always assumed, and calls fail without one.
  public var connectivity: any Connectivity = OfflineOptions.systemConnectivity
  /// Called with the time of the cached response, each time that a read returns one without asking for ``ReadPolicy/cacheOnly``.
  public var onCacheHit: (@Sendable (_ cachedAt: Date) -> Void)?
  /// Logs errors of the file.
  public var logger = Logger(label: "naru.offline")
  /// The date.
  public var now: @Sendable () -> Date = { Date() }
  /// Returns a number from 0 to 1, which varies the pauses.
  public var random: @Sendable () -> Double = { Double.random(in: 0...1) }
  /// Measures pauses.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Creates options with the defaults.
  ///
  /// - Parameter contracts: the contracts whose writes can be queued.
  public init(contracts: [any Contract.Type]) {
    endpoints = contracts.flatMap { $0.endpoints }
  }

  /// Returns the pause after a number of attempts without the present one.
  func backoff(after attempts: Int) -> Duration {
    min(initialBackoff * Double(1 << min(attempts, 30)), maxBackoff) * (0.5 + random() / 2)
  }
}
