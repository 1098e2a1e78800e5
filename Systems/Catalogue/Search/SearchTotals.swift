import Naru
import Storage
import Support

/// The data that pages of a search share: the number of books that the search found, because counting a million
/// books takes far longer than reading a page of them, and the order of the books before a page far behind.
final class SearchTotals: Sendable {
  /// The number of totals to remember.
  private static let limit = 1_000
  /// The number of searches whose books are remembered in order, and the maximum number of books of each.
  private static let (rankedSearches, rankedBooks) = (32, 50_000)

  private let state = Locked((catalogue: "", totals: [SQL: Int](), ranked: [SQL: [Int64]]()))

  /// Returns a number that each import changes, even if an earlier state of the database was restored in between.
  static func catalogue(_ db: Transaction) throws -> String {
    try db.value("SELECT coalesce(token, '') || ' ' || version FROM catalogue_import")
  }

  /// Returns how many books a query finds in a state of the catalogue. The first call for it counts them.
  func total(of found: SQL, in catalogue: String, _ db: Transaction) throws -> Int {
    if let known = knownTotal(of: found, in: catalogue) { return known }
    let total: Int = try db.value("SELECT count(*) FROM (\(found)) AS found")
    state.withLock { state in
      if state.catalogue != catalogue || state.totals.count == Self.limit { state = (catalogue, [:], [:]) }
      state.totals[found] = total
    }
    return total
  }

  /// Returns how many books a query finds, if they were counted in this state of the catalogue.
  func knownTotal(of found: SQL, in catalogue: String) -> Int? {
    state.withLock { $0.catalogue == catalogue ? $0.totals[found] : nil }
  }

  /// Returns the first books that a query finds in a state of the catalogue, in order of accuracy, if a page needed them before.
  func ranked(_ found: SQL, in catalogue: String) -> [Int64]? {
    state.withLock { $0.catalogue == catalogue ? $0.ranked[found] : nil }
  }

  /// Remembers the first books that a query finds.
  func note(_ numbers: [Int64], of found: SQL, in catalogue: String) {
    state.withLock { state in
      guard state.catalogue == catalogue, numbers.count <= Self.rankedBooks else { return }
      if state.ranked.count == Self.rankedSearches { state.ranked = [:] }
      state.ranked[found] = numbers
    }
  }
}
