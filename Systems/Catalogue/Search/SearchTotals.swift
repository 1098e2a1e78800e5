import Naru
import Storage
import Support

/// The numbers of books that searches found. Counting a million books takes far longer than reading a page of them, and the next
/// page of a search has the same total.
final class SearchTotals: Sendable {
  /// The number of totals to remember.
  private static let limit = 1_000

  private let state = Locked((catalogue: "", totals: [SQL: Int]()))

  /// Returns a number that each import changes, even if an earlier state of the database was restored in between.
  static func catalogue(_ db: Transaction) throws -> String {
    try db.value("SELECT coalesce(token, '') || ' ' || version FROM catalogue_import")
  }

  /// Returns how many books a query finds in a state of the catalogue. The first call for it counts them.
  func total(of found: SQL, in catalogue: String, _ db: Transaction) throws -> Int {
    if let known = knownTotal(of: found, in: catalogue) { return known }
    let total: Int = try db.value("SELECT count(*) FROM (\(found)) AS found")
    state.withLock { state in
      if state.catalogue != catalogue || state.totals.count == Self.limit { state = (catalogue, [:]) }
      state.totals[found] = total
    }
    return total
  }

  /// Returns how many books a query finds, if they were counted in this state of the catalogue.
  func knownTotal(of found: SQL, in catalogue: String) -> Int? {
    state.withLock { $0.catalogue == catalogue ? $0.totals[found] : nil }
  }
}
