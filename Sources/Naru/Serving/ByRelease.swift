package import HTTPTypes

/// A value for each release of the apps that call an endpoint.
///
/// A caller chooses its release, so there is a limited number of them. Requests without a release share the value `none`, and those with an
/// invalid release, or with one beyond the limit, share `other`.
package struct ByRelease<Value: Sendable>: Sendable {
  private static var limit: Int { 64 }

  // Inlinable, so that other modules compile it for their type of value: generic code would take as long as the rest of counting a call.
  @usableFromInline var known: [String: Value] = [:]
  @usableFromInline var none: Value?
  @usableFromInline var other: Value?

  /// Creates an empty collection.
  package init() {}

  /// Changes the value for a request. It is `nil` at first.
  @inlinable
  package mutating func change<Result>(
    _ head: HTTPRequest,
    _ change: (_ release: String, inout Value?) -> Result
  ) -> Result {
    guard let release = head.headerFields.value(of: .naruRelease) else { return change("none", &none) }
    // A known release needs no check.
    guard known[release] != nil || accepts(release) else { return change("other", &other) }
    return change(release, &known[release])
  }

  @usableFromInline
  func accepts(_ release: String) -> Bool { known.count < Self.limit && Release(release) != nil }

  /// The values by release.
  package var values: [(release: String, value: Value)] {
    known.map { ($0.key, $0.value) }
      + [("none", none), ("other", other)].compactMap { name, value in
        value.map { (name, $0) }
      }
  }
}
