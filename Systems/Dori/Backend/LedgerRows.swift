import Dori
import Foundation
import Storage

extension Person {
  /// Creates a person without gifts from the columns `id, name, relationship, memo`.
  init(_ row: Row) throws {
    self.init(
      id: try row["id"],
      name: try row["name"],
      relationship: try row["relationship"],
      memo: try row["memo"]
    )
  }

  func with(_ gifts: [Gift]) -> Person {
    var person = self
    person.gifts = gifts
    return person
  }
}

extension Gift {
  /// Creates a gift from a row of `LedgerStore.gifts`.
  init(_ row: Row) throws {
    self.init(
      id: try row["id"],
      personID: try row["person_id"],
      direction: try row["direction"],
      event: try row["event"],
      amount: try row["amount"],
      date: Date(milliseconds: try row["date"]),
      attended: try row["attended"],
      memo: try row["memo"]
    )
  }
}
