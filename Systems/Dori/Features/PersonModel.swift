public import Dori
import Naru
public import NaruScreens
public import Observation

/// The screen of one person with the gifts to and from them.
@MainActor
@Observable
public final class PersonModel {
  /// The person's id.
  public let id: Person.ID
  /// The person with their gifts, newest first; `nil` before they are loaded and after they are removed.
  public let person: Loaded<Person?>
  /// Whether the person is removed, so that the screen can close.
  public private(set) var isRemoved = false

  private let ledger: Ledger

  /// Creates a screen of a person, who may be known already.
  public init(_ ledger: Ledger, id: Person.ID, known person: Person? = nil) {
    self.ledger = ledger
    self.id = id
    self.person = Loaded(person)
  }

  /// Loads the person, for the first time or again.
  public func reload() async {
    await person.reload { [ledger, id] in try await ledger.person(id: id) }
  }

  /// Changes the name, the relationship and the memo.
  public func update(name: String, relationship: Relationship, memo: String?) async {
    guard var changed = person.value else { return }
    (changed.name, changed.relationship, changed.memo) = (name, relationship, memo)
    await person.update {
      $0?.name = name
      $0?.relationship = relationship
      $0?.memo = memo
    } send: { [ledger, changed] in
      try await ledger.updatePerson(id: changed.id, person: changed)
    } reconcile: {
      $0 = $1
    }
  }

  /// Changes a gift.
  public func update(_ gift: Gift) async {
    guard hasGift(gift.id) else { return }
    await person.update { person in
      guard let index = person?.gifts.firstIndex(where: { $0.id == gift.id }) else { return }
      person?.gifts[index] = gift
    } send: { [ledger, id] in
      _ = try await ledger.updateGift(id: gift.id, gift: gift)
      // The server sorts the gifts.
      return try await ledger.person(id: id)
    } reconcile: {
      $0 = $1
    }
  }

  /// Removes a gift.
  public func remove(_ giftID: Gift.ID) async {
    guard hasGift(giftID) else { return }
    await person.update {
      $0?.gifts.removeAll { $0.id == giftID }
    } send: { [ledger] in
      try await APIError.ignoring(.notFound) { try await ledger.removeGift(id: giftID) }
    }
  }

  /// Removes the person and their gifts.
  public func removePerson() async {
    guard person.value != nil else { return }
    isRemoved = await person.update {
      $0 = nil
    } send: { [ledger, id] in
      try await APIError.ignoring(.notFound) { try await ledger.removePerson(id: id) }
    }
  }

  private func hasGift(_ id: Gift.ID) -> Bool {
    person.value?.gifts.contains { $0.id == id } ?? false
  }
}
