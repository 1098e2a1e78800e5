public import Dori
public import Foundation
public import Naru
public import Observation
import NaruScreens

/// The screen on which a gift is added, to or from somebody of the ledger or somebody new.
///
/// It keeps the ids of what it adds, so that saving again after an answer that was lost adds nothing twice.
@MainActor
@Observable
public final class AddGiftModel {
  /// Who gave or received it.
  public enum Recipient: Sendable, Hashable {
    /// Somebody of the ledger.
    case known(Person.ID)
    /// Somebody who is added with the gift.
    case new(name: String, Relationship)
  }

  /// Who gave or received it; `nil` until somebody is chosen.
  public var recipient: Recipient?
  /// Which way it went.
  public var direction = Gift.Direction.given
  /// What it was made for.
  public var event = Gift.Event.wedding
  /// The amount as it is typed: `100,000`, `100000원`, `10만`.
  public var amountText = ""
  /// When it was made.
  public var date: Date
  /// Whether the one who gave it was there in person.
  public var attended = true
  /// What one wants to remember of it.
  public var memo = ""

  /// Whether it is being saved.
  public private(set) var isSaving = false
  /// Why it was not saved; what was typed stays.
  public private(set) var errorSentence: Sentence?
  /// The gift, once it is saved.
  public private(set) var saved: Gift?

  private let ledger: Ledger
  private let newPersonID: Person.ID
  private let giftID: Gift.ID

  /// An empty form.
  ///
  /// - Parameters:
  ///   - ledger: where the gift goes.
  ///   - person: who gave or received it, if that is known.
  ///   - now: the date to begin with.
  ///   - makeID: makes the ids of what is added.
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

  /// The amount in won; `nil` for a text that is none.
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

  /// Adds to the amount, as the buttons for 10,000, 50,000 and 100,000 won do.
  public func addAmount(_ won: Int) {
    let sum = min((amount ?? 0) + won, 1_000_000_000)
    amountText = sum.formatted(.number.locale(Locale(identifier: "ko_KR")))
  }

  /// Whether all is there that is needed.
  public var canSave: Bool {
    guard amount != nil, !isSaving, saved == nil else { return false }
    switch recipient {
    case nil: return false
    case .known: return true
    case .new(let name, _): return name.contains { !$0.isWhitespace }
    }
  }

  /// Saves the gift, and the person if they are new. Does nothing while it is saved, and once it is.
  public func save() async {
    guard canSave, let amount, let recipient else { return }
    isSaving = true
    errorSentence = nil
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
      errorSentence = notice(error)
    }
  }

  /// The id of the person, who is added if they are new.
  private func personID(_ recipient: Recipient) async throws -> Person.ID {
    let person: Person
    switch recipient {
    case .known(let id): return id
    case .new(let name, let relationship): person = Person(id: newPersonID, name: name, relationship: relationship)
    }
    do {
      return try await ledger.addPerson(person: person).value.id
    } catch let error as APIError where error.code == .conflict {
      // Added by a try before this one, and changed on the form since.
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
