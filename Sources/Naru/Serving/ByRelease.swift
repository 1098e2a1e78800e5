package import HTTPTypes

/// A value for each endpoint and each release of the apps that call it.
///
/// A caller chooses its release, so an endpoint has a limited number of them. Requests without a release share the value `none`, and
/// those with an invalid release, or with one beyond the limit, share `other`.
package struct ByRelease<Value: Sendable>: Sendable {
  /// The values by endpoint and release.
  package private(set) var values: [Endpoint: [String: Value]] = [:]
  private let limit: Int

  /// Creates an empty collection.
  ///
  /// - Parameter limit: the number of releases of an endpoint.
  package init(limit: Int = 64) {
    self.limit = limit
  }

  /// Changes the value for a request. It is `nil` at first.
  package mutating func change<Result>(
    _ endpoint: Endpoint,
    _ head: HTTPRequest,
    _ change: (_ release: String, inout Value?) -> Result
  ) -> Result {
    let release = name(endpoint, head)
    return change(release, &values[endpoint, default: [:]][release])
  }

  private func name(_ endpoint: Endpoint, _ head: HTTPRequest) -> String {
    guard head.headerFields[.naruRelease] != nil else { return "none" }
    guard let release = Release(of: head)?.description else { return "other" }
    let known = values[endpoint] ?? [:]
    return known[release] != nil || known.keys.count(where: { $0 != "none" && $0 != "other" }) < limit
      ? release : "other"
  }
}
