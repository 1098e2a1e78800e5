import Naru
import Storage

/// The numbers of books that searches found. Counting a million books takes far longer than reading a page of them, and the next
/// page of a search has the same total.
final class SearchTotals: Sendable {
  /// The number of totals to remember.
  private static let limit = 1_000

  private let state = Locked((catalogue: "", totals: [SQL: Int]()))

  /// Returns how many books a query finds, from memory if it was asked since the last import.
  func total(of found: SQL, _ db: Transaction) throws -> Int {
    let catalogue = try catalogue(db)
    if let known = known(found, catalogue) { return known }
    let total: Int = try db.value("SELECT count(*) FROM (\(found)) AS found")
    state.withLock { state in
      if state.catalogue != catalogue || state.totals.count == Self.limit { state = (catalogue, [:]) }
      state.totals[found] = total
    }
    return total
  }

  /// Returns how many books a query finds, if it was asked since the last import.
  func knownTotal(of found: SQL, _ db: Transaction) throws -> Int? {
    known(found, try catalogue(db))
  }

  private func known(_ found: SQL, _ catalogue: String) -> Int? {
    state.withLock { $0.catalogue == catalogue ? $0.totals[found] : nil }
  }

  /// Returns what each import changes, also if an earlier state of the database was restored in between.
  private func catalogue(_ db: Transaction) throws -> String {
    try db.value("SELECT coalesce(token, '') || ' ' || version FROM catalogue_import")
  }
}
