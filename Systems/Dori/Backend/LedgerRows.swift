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

extension Summary.Part {
  /// Creates a part from a row of `LedgerStore.summary`.
  init(_ row: Row) throws {
    let month: Int = try row["month"]
    self.init(
      month: month % 12 + 1,
      event: try row["event"],
      direction: try row["direction"],
      count: try row["count"],
      amount: try row["amount"]
    )
  }
}

extension Month {
  /// Returns the number of the month of a moment: twelve for each year, and the months before it. -1 if its year is out of range.
  static func number(of date: Date) -> Int {
    Month(containing: date).map { $0.year * 12 + $0.month - 1 } ?? -1
  }
}
