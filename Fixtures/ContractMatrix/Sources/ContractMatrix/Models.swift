// Models are `nonisolated`: in a module that isolates to the main actor by default their `Codable` conformance would be tied
// to it, and a call is written and read elsewhere.

/// What the contracts send and receive.
public nonisolated struct Book: Codable, Sendable, Identifiable {
  /// The number.
  public var id: Int
  /// The title.
  public var title: String
}

/// Which books.
public nonisolated enum Status: String, Codable, Sendable, CaseIterable {
  case reading, done
}

/// Which page; the two are only valid together.
public nonisolated struct Paging: Codable, Sendable {
  /// The number of the page.
  public var page: Int
  /// How many books are on it.
  public var size: Int
}
