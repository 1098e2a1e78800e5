// Models are `nonisolated`: in a module that isolates to the main actor by default, their `Codable` conformances would
// be isolated too, and calls are encoded and decoded elsewhere.

/// A book.
public nonisolated struct Book: Codable, Sendable, Identifiable {
  /// The number.
  public var id: Int
  /// The title.
  public var title: String
}

/// A filter for books.
public nonisolated enum Status: String, Codable, Sendable, CaseIterable {
  case reading, done
}

/// A page selection. Both values are required together.
public nonisolated struct Paging: Codable, Sendable {
  /// The number of the page.
  public var page: Int
  /// The number of books on the page.
  public var size: Int
}
