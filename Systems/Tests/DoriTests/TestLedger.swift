import Dori
import DoriBackend
import Foundation
import SystemTesting

/// Dori's backend on a database of its own.
typealias TestLedger = TestBackend<DoriBackend>

extension TestLedger {
  init() throws {
    try self.init(at: Date(timeIntervalSince1970: 1_772_584_200))
  }

  func ledger(_ name: String? = "hong") -> Ledger { Ledger.live(client(name)) }
}

extension Date {
  init(_ text: String) throws {
    try self.init(text, strategy: .iso8601)
  }
}

extension Gift {
  /// Creates a gift, by default of 100,000 won at a wedding.
  static func to(
    _ personID: Person.ID,
    id: LedgerID = LedgerID(),
    _ direction: Direction = .given,
    _ event: Event = .wedding,
    _ amount: Int = 100_000,
    on date: String = "2026-03-04T03:00:00Z",
    memo: String? = nil
  ) throws -> Gift {
    Gift(
      id: id,
      personID: personID,
      direction: direction,
      event: event,
      amount: amount,
      date: try Date(date),
      attended: true,
      memo: memo
    )
  }
}
