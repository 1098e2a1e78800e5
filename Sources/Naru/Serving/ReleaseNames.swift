package import HTTPTypes

/// The names under which the calls of an endpoint are counted by release.
///
/// A caller chooses its release, so there is a limited number of names. Requests without a release have the name `none`, and those with an
/// invalid release, or with one beyond the limit, `other`.
package struct ReleaseNames: Sendable {
  private static var limit: Int { 64 }

  /// The names, in the order of their first requests.
  package private(set) var names: [String] = []

  /// Creates an empty list.
  package init() {}

  /// Returns the position of the name for a request. A new name is added to the end.
  package mutating func index(of head: HTTPRequest) -> Int {
    guard let release = head.headerFields.value(of: .naruRelease) else { return index(of: "none") }
    // There are few, and comparing them takes fewer instructions than checking or hashing one.
    if Self.isRelease(release), let index = names.firstIndex(of: release) { return index }
    let isAccepted = names.count(where: Self.isRelease) < Self.limit && Release(release) != nil
    return index(of: isAccepted ? release : "other")
  }

  private mutating func index(of name: String) -> Int {
    if let index = names.firstIndex(of: name) { return index }
    names.append(name)
    return names.count - 1
  }

  /// Whether a name is not `none` or `other`.
  private static func isRelease(_ name: String) -> Bool { name.utf8.first.map { 0x30...0x39 ~= $0 } ?? false }
}
