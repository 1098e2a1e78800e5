package import Foundation
package import Naru
import Rules

// The rules of the ledger that need no storage: for the backend and for `Ledger.inMemory(people:)`, which fails as the backend
// does.

extension Person {
  /// The person as it is kept, without gifts.
  ///
  /// - Throws: `APIError` that names the field that is wrong.
  package func checked() throws(APIError) -> Person {
    Person(
      id: try id.checked("id"),
      name: try TextRule("name", 1...40).checked(name),
      relationship: relationship,
      memo: try TextRule("memo", 1...500, isMultiline: true).checkedIfAny(memo)
    )
  }

  /// The person as it is kept under an id.
  ///
  /// - Throws: `APIError` that names the field that is wrong, such as an id that is not the one of the path.
  package func checked(id: Person.ID) throws(APIError) -> Person {
    let person = try checked()
    try person.id.check(is: id, "id")
    return person
  }
}

extension Gift {
  /// The gift as it is kept.
  ///
  /// - Throws: `APIError` that names the field that is wrong.
  package func checked() throws(APIError) -> Gift {
    var gift = self
    gift.id = try id.checked("id")
    gift.personID = try personID.checked("personId")
    gift.amount = try Rules.checked(amount, "amount", 0...1_000_000_000)
    gift.date = Date(timeIntervalSince1970: try Rules.checked(date, "date").timeIntervalSince1970.rounded(.down))
    gift.memo = try TextRule("memo", 1...500, isMultiline: true).checkedIfAny(memo)
    return gift
  }

  /// The gift as it is kept under an id.
  ///
  /// - Throws: `APIError` that names the field that is wrong, such as an id that is not the one of the path.
  package func checked(id: Gift.ID) throws(APIError) -> Gift {
    let gift = try checked()
    try gift.id.check(is: id, "id")
    return gift
  }

  /// The gift as it is kept for a person.
  ///
  /// - Throws: `APIError` that names the field that is wrong, such as a person who is not the one of the path.
  package func checked(personID: Person.ID) throws(APIError) -> Gift {
    let gift = try checked()
    try gift.personID.check(is: personID, "personId")
    return gift
  }
}

extension LedgerID {
  fileprivate func checked(_ name: String) throws(APIError) -> LedgerID {
    guard UUID(uuidString: rawValue) != nil else {
      throw APIError.invalid(
        Sentence(
          korean: "`\(name)` 값은 UUID여야 합니다: “\(rawValue.prefix(40))”",
          english: "`\(name)` must be a UUID: “\(rawValue.prefix(40))”"
        )
      )
    }
    return self
  }

  fileprivate func check(is other: LedgerID, _ name: String) throws(APIError) {
    guard self == other else {
      throw APIError.invalid(
        Sentence(korean: "`\(name)` 값이 주소의 것과 다릅니다.", english: "`\(name)` is not the one of the address.")
      )
    }
  }
}

/// What the caller asked for a part of a list.
///
/// - Throws: `APIError` that names the field that is out of range.
package func ledgerPage(_ page: Int?, _ size: Int?) throws(APIError) -> Range<Int>? {
  guard page != nil || size != nil else { return nil }
  let offset = try checkedOffset(page: page ?? 1, size: size ?? 20)
  return offset..<(offset + (size ?? 20))
}

/// The dates of the year that a summary is asked for. `nil` for all.
///
/// - Throws: `APIError` for a year that no gift can have.
package func ledgerYear(_ year: Int?) throws(APIError) -> Range<Date>? {
  guard let year else { return nil }
  return Month.dates(ofYear: try Rules.checked(year, "year", 1900...2999))
}

extension APIError {
  /// There is no such person in the caller's ledger.
  package static var personNotFound: APIError {
    .notFound(
      Sentence(korean: "장부에 없는 사람입니다.", english: "There is no such person in your ledger."),
      serverCode: "PERSON_NOT_FOUND"
    )
  }

  /// There is no such gift in the caller's ledger.
  package static var giftNotFound: APIError {
    .notFound(
      Sentence(korean: "장부에 없는 내역입니다.", english: "There is no such gift in your ledger."),
      serverCode: "TRANSACTION_NOT_FOUND"
    )
  }

  /// The id is another person's in the same ledger.
  package static var personConflict: APIError {
    .conflict(
      Sentence(
        korean: "같은 id의 사람이 이미 있고 내용이 다릅니다.",
        english: "There is a person with this id already, and the content differs."
      ),
      serverCode: "PERSON_CONFLICT"
    )
  }

  /// The id is another gift's in the same ledger.
  package static var giftConflict: APIError {
    .conflict(
      Sentence(
        korean: "같은 id의 내역이 이미 있고 내용이 다릅니다.",
        english: "There is a gift with this id already, and the content differs."
      ),
      serverCode: "TRANSACTION_CONFLICT"
    )
  }
}
