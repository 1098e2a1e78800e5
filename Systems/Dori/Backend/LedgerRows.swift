import Dori
import Foundation
import GRDB

extension Person {
  /// Creates a person without gifts from a row `id, name, relationship, memo`.
  init(_ row: Row) throws {
    self.init(id: LedgerID(rawValue: row[0]), name: row[1], relationship: try known(row[2]), memo: row[3])
  }

  func with(_ gifts: [Gift]) -> Person {
    var person = self
    person.gifts = gifts
    return person
  }
}

extension Gift {
  /// Creates a gift from a row `id, person's id, direction, event, amount, date, attended, memo`.
  init(_ row: Row) throws {
    self.init(
      id: LedgerID(rawValue: row[0]),
      personID: LedgerID(rawValue: row[1]),
      direction: try known(row[2]),
      event: try known(row[3]),
      amount: row[4],
      date: Date(timeIntervalSince1970: Double(row[5] as Int64)),
      attended: row[6],
      memo: row[7]
    )
  }
}

/// Returns the case of a text in the database. An unknown text was not written by this backend.
private func known<Value: RawRepresentable<String>>(_ text: String) throws -> Value {
  guard let value = Value(rawValue: text) else {
    throw DatabaseError(resultCode: .SQLITE_MISMATCH, message: "“\(text)” is not a \(Value.self).")
  }
  return value
}
