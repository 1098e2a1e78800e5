/// The version of everything that a server's `GET`s return, which lets the server respond to a request with a known `ETag` without running its handler.
///
/// ```swift
/// let options = ServingOptions(dataRevision: DataRevision { "\(store.numberOfWrites)" })
/// ```
///
/// The server remembers, for each caller and URL, the `ETag` and the version at which it was right. While the version is the same, a
/// request with that tag in `If-None-Match` is a 304 at once. The tags of 10,000 responses are remembered.
public final class DataRevision: Sendable {
  private struct Key: Hashable {
    let caller: Caller
    /// Clients can choose it, so it has to be in the hash; a caller's own hash doesn't contain it.
    let address: ServerAddress
    let target: String

    init(_ caller: Caller, _ target: String) {
      self.caller = caller
      address = caller.address
      self.target = target
    }
  }

  private static let limit = 10_000

  private let read: @Sendable () -> String?
  private let tags = Locked<[Key: (version: String, tag: String)]>([:])

  /// Creates a version.
  ///
  /// - Parameter current: returns the present version. It must differ from all earlier ones after each change in any process that can
  ///   change what a `GET` returns, even if only the time changes. It is called once for each `GET`, so it must be fast. `nil` if it
  ///   is not known.
  public init(_ current: @escaping @Sendable () -> String?) {
    read = current
  }

  var current: String? { read() }

  /// Returns the tag of a response at a version, if it is known.
  func tag(of target: String, for caller: Caller, at version: String) -> String? {
    let known = tags.withLock { $0[Key(caller, target)] }
    return known?.version == version ? known?.tag : nil
  }

  /// Notes the tag of a response.
  func note(_ tag: String, of target: String, for caller: Caller, at version: String) {
    tags.withLock { tags in
      if tags.count >= Self.limit {
        tags = tags.filter { $0.value.version == version }
        if tags.count >= Self.limit { tags = [:] }
      }
      tags[Key(caller, target)] = (version, tag)
    }
  }
}
