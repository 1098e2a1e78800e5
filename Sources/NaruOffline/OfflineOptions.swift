public import Foundation
public import Logging
public import Naru

/// What an app keeps, for how long, and how it sends what waits.
///
/// ```swift
/// var options = OfflineOptions(contracts: [Books.self, ReadingBooks.self])
/// options.policies[Books.Endpoints.show] = .cacheFirst(upTo: .seconds(3600))
/// options.invalidations[ReadingBooks.Endpoints.update] = [ReadingBooks.Endpoints.list, ReadingBooks.Endpoints.show]
/// ```
public struct OfflineOptions: Sendable {
  /// The endpoints that writes can be queued for. After an update of the app, a queued write of another endpoint is refused.
  public var endpoints: [Endpoint]
  /// The policy of reads that have none of their own.
  public var policy = ReadPolicy.networkFirst
  /// The policies of reads.
  public var policies: [Endpoint: ReadPolicy] = [:]
  /// For each write, the name of the order in which it is sent. Without one it is the path of the call, so that changes of one thing
  /// are sent in order. Give writes of several paths the same name if one needs what another does.
  public var scopes: [Endpoint: String] = [:]
  /// For each write, the reads that it makes stale.
  public var invalidations: [Endpoint: [Endpoint]] = [:]
  /// The size of all answers that are kept, in bytes. The least recently used ones go first. It is 50 MB.
  public var maxCacheSize = 50 << 20
  /// How long an answer is kept. It is 30 days.
  public var maxCacheAge = Duration.seconds(30 * 86_400)
  /// The size of the largest body that can be queued, in bytes. It is 16 MB.
  public var writeLimit = 16 << 20
  /// The longest wait before the second attempt of a write. It doubles with each attempt; a random half of it is waited.
  public var initialBackoff = Duration.seconds(2)
  /// The longest wait between two attempts, unless the server asks for a longer one.
  public var maxBackoff = Duration.seconds(300)
  /// How many scopes are sent at the same time.
  public var concurrency = 4
  /// How long the server remembers an `Idempotency-Key`. It is 7 days, as with `ServingOptions.idempotency`. A write that was sent
  /// without an answer is refused after that, because sending it again could apply it twice.
  public var idempotencyKeyLifetime = Duration.seconds(7 * 86_400)
  /// Says whether the device is connected. On Apple's systems it is `NetworkPath`, and elsewhere ``AlwaysConnected``.
  public var connectivity: any Connectivity = OfflineOptions.systemConnectivity
  /// The person who is signed in. A write is sent only if this is the person that it belongs to. `nil` if the client's token always
  /// belongs to that person.
  public var signedIn: (@Sendable () async -> String?)?
  /// Called with the time of what was seen last, each time that a read is answered with it.
  public var onCacheHit: (@Sendable (_ cachedAt: Date) -> Void)?
  /// Logs what can't be kept.
  public var logger = Logger(label: "naru.offline")
  /// The date.
  public var now: @Sendable () -> Date = { Date() }
  /// Returns a number from 0 to 1, by which waits differ.
  public var random: @Sendable () -> Double = { Double.random(in: 0...1) }
  /// Measures waits.
  public var clock: any Clock<Duration> = ContinuousClock()

  /// Creates options with the defaults.
  ///
  /// - Parameter contracts: the contracts whose writes can be queued.
  public init(contracts: [any Contract.Type]) {
    endpoints = contracts.flatMap { $0.endpoints }
  }
}
