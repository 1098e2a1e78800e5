public import Dori
public import Foundation
public import Naru
import NaruScreens
public import Observation

/// The screen that adds a gift to or from a known or a new person.
///
/// It keeps the ids of the new gift and person, so that saving again after a lost response does not add them twice.
@MainActor
@Observable
public final class AddGiftModel {
  /// The person who gave or received a gift.
  public enum Recipient: Sendable, Hashable {
    /// A person of the ledger.
    case known(Person.ID)
    /// A person who is added with the gift.
    case new(name: String, Relationship)
  }

  /// The person who gave or received the gift; `nil` until one is chosen.
  public var recipient: Recipient?
  /// The direction of the gift.
  public var direction = Gift.Direction.given
  /// The occasion of the gift.
  public var event = Gift.Event.wedding
  /// The amount as the user types it: `100,000`, `100000원` or `10만`.
  public var amountText = ""
  /// The date of the gift.
  public var date: Date
  /// Whether the giver attended in person.
  public var attended = true
  /// A note.
  public var memo = ""

  /// Whether the gift is being saved.
  public private(set) var isSaving = false
  /// Why the gift could not be saved. The form keeps its content.
  public private(set) var errorMessage: LocalizedMessage?
  /// The saved gift.
  public private(set) var saved: Gift?

  private let ledger: Ledger
  private let newPersonID: Person.ID
  private let giftID: Gift.ID

  /// Creates an empty form with an initial date, and with the person if already known. `makeID` generates the ids of the new
  /// gift and person.
  public init(
    _ ledger: Ledger,
    person: Person.ID? = nil,
    now: Date = Date(),
    makeID: () -> UUID = { UUID() }
  ) {
    self.ledger = ledger
    recipient = person.map { .known($0) }
    date = now
    newPersonID = LedgerID(makeID())
    giftID = LedgerID(makeID())
  }

  /// The amount in won; `nil` if the string is not an amount.
  public var amount: Int? {
    var text = amountText.precomposedStringWithCompatibilityMapping.filter { !$0.isWhitespace && $0 != "," }
    if text.hasSuffix("원") { text.removeLast() }
    var unit = 1
    if text.hasSuffix("만") {
      text.removeLast()
      unit = 10_000
    }
    guard !text.isEmpty, text.allSatisfy({ ("0"..."9").contains($0) }), let number = Int(text) else { return nil }
    let (amount, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow || amount > 1_000_000_000 ? nil : amount
  }

  /// Increases the amount, for the buttons of 10,000, 50,000 and 100,000 won.
  public func addAmount(_ won: Int) {
    let sum = min((amount ?? 0) + won, 1_000_000_000)
    amountText = sum.formatted(.number.locale(Locale(identifier: "ko_KR")))
  }

  /// Whether the form is complete.
  public var canSave: Bool {
    guard amount != nil, !isSaving, saved == nil else { return false }
    switch recipient {
    case nil: return false
    case .known: return true
    case .new(let name, _): return name.contains { !$0.isWhitespace }
    }
  }

  /// Saves the gift, and the person if they are new. Does nothing while the gift is being saved and after it is saved.
  public func save() async {
    guard canSave, let amount, let recipient else { return }
    isSaving = true
    errorMessage = nil
    defer { isSaving = false }
    do {
      let personID = try await personID(recipient)
      let gift = Gift(
        id: giftID,
        personID: personID,
        direction: direction,
        event: event,
        amount: amount,
        date: date,
        attended: attended,
        memo: memo.isEmpty ? nil : memo
      )
      saved = try await save(gift)
    } catch {
      errorMessage = LocalizedMessage(explaining: error)
    }
  }

  /// Returns the person's id, after adding the person if they are new.
  private func personID(_ recipient: Recipient) async throws -> Person.ID {
    let person: Person
    switch recipient {
    case .known(let id): return id
    case .new(let name, let relationship): person = Person(id: newPersonID, name: name, relationship: relationship)
    }
    do {
      return try await ledger.addPerson(person: person).value.id
    } catch let error as APIError where error.code == .conflict {
      // An earlier attempt added the person, and the form has changed since.
      return try await ledger.updatePerson(id: newPersonID, person: person).id
    }
  }

  private func save(_ gift: Gift) async throws -> Gift {
    do {
      return try await ledger.addGift(personID: gift.personID, gift: gift).value
    } catch let error as APIError where error.code == .conflict {
      return try await ledger.updateGift(id: gift.id, gift: gift)
    }
  }
}
