package import Foundation
package import Naru
import Rules

// The rules of the ledger that don't need storage. The backend and `Ledger.inMemory(_:)` share them, so that both fail
// alike.

extension Person {
  /// Returns the normalized person, without gifts.
  package func checked() throws(APIError) -> Person {
    Person(
      id: id,
      name: try TextRule("name").checked(name),
      relationship: relationship,
      memo: TextRule("memo", isMultiline: true).cleanedIfAny(memo)
    )
  }

  /// Returns the normalized person, and checks that its ID is the path's.
  package func checked(id: Person.ID) throws(APIError) -> Person {
    let person = try checked()
    try person.id.check(is: id, "id")
    return person
  }
}

extension Person {
  /// Returns whether a person is listed before another one: by name without regard to case, then by id.
  package func isListed(before other: Person) -> Bool {
    (name.lowercased(), name, id.key) < (other.name.lowercased(), other.name, other.id.key)
  }

  /// Returns whether two people are equal except for the gifts and the case of the id.
  package func hasContent(of other: Person) -> Bool {
    id == other.id && name == other.name && relationship == other.relationship && memo == other.memo
  }
}

extension Gift {
  /// Returns the normalized gift.
  package func checked() throws(APIError) -> Gift {
    var gift = self
    gift.date = Date(timeIntervalSince1970: try Rules.checked(date, "date").timeIntervalSince1970.rounded(.down))
    gift.memo = TextRule("memo", isMultiline: true).cleanedIfAny(memo)
    return gift
  }

  /// Returns the normalized gift, and checks that its ID is the path's.
  package func checked(id: Gift.ID) throws(APIError) -> Gift {
    let gift = try checked()
    try gift.id.check(is: id, "id")
    return gift
  }

  /// Returns the normalized gift, and checks that its person is the path's.
  package func checked(personID: Person.ID) throws(APIError) -> Gift {
    let gift = try checked()
    try gift.personID.check(is: personID, "personId")
    return gift
  }
}

extension LedgerID {
  fileprivate func check(is other: LedgerID, _ name: String) throws(APIError) {
    guard self == other else {
      throw APIError.invalidRequest(
        LocalizedMessage(korean: "`\(name)` 값이 경로의 id와 다릅니다.", english: "`\(name)` differs from the id in the path.")
      )
    }
  }
}

/// Returns the positions of a page in its list, or `nil` if no page was requested. The contract has the limits of both.
package func ledgerPage(_ page: Int?, _ size: Int?) -> Range<Int>? {
  guard page != nil || size != nil else { return nil }
  let offset = ((page ?? 1) - 1) * (size ?? 20)
  return offset..<(offset + (size ?? 20))
}

extension Array {
  /// The elements of a range, clamped to the array.
  package subscript(clamped range: Range<Int>) -> ArraySlice<Element> {
    self[range.clamped(to: indices)]
  }
}

/// Returns the dates of a year of a summary, or `nil` if no year was requested. The contract has the limits.
package func ledgerYear(_ year: Int?) -> Range<Date>? { year.map(Month.dates(ofYear:)) }

extension Endpoint.Failure {
  /// The person is not in the caller's ledger.
  package static let personNotFound = Self(404, "PERSON_NOT_FOUND", "The person is not in the caller's ledger.")

  /// The gift is not in the caller's ledger.
  package static let giftNotFound = Self(404, "TRANSACTION_NOT_FOUND", "The gift is not in the caller's ledger.")

  /// Another person of the ledger has the id.
  package static let personConflict = Self(409, "PERSON_CONFLICT", "A person with this id and other content exists.")

  /// Another gift of the ledger has the id.
  package static let giftConflict = Self(409, "TRANSACTION_CONFLICT", "A gift with this id and other content exists.")
}

extension APIError {
  /// The failure for a person who is not in the caller's ledger.
  package static var personNotFound: APIError {
    APIError(
      declared: .personNotFound,
      LocalizedMessage(korean: "장부에서 이 사람을 찾을 수 없습니다.", english: "This person is not in your ledger.")
    )
  }

  /// The failure for a gift that is not in the caller's ledger.
  package static var giftNotFound: APIError {
    APIError(declared: .giftNotFound, [.korean: "장부에서 이 내역을 찾을 수 없습니다.", .english: "This gift is not in your ledger."])
  }

  /// The failure for an id that another person of the ledger has.
  package static var personConflict: APIError {
    APIError(
      declared: .personConflict,
      LocalizedMessage(
        korean: "같은 ID의 다른 사람이 이미 있습니다. 새 ID를 사용해 주세요.",
        english: "A person with this id and other content already exists."
      )
    )
  }

  /// The failure for an id that another gift of the ledger has.
  package static var giftConflict: APIError {
    APIError(
      declared: .giftConflict,
      LocalizedMessage(
        korean: "같은 ID의 다른 내역이 이미 있습니다. 새 ID를 사용해 주세요.",
        english: "A gift with this id and other content already exists."
      )
    )
  }
}
