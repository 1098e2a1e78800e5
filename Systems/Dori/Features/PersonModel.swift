public import Dori
public import Naru
public import Observation
public import NaruScreens

/// The screen of one person: what was given and received.
@MainActor
@Observable
public final class PersonModel {
  /// Who it is about.
  public let id: Person.ID
  /// The person with their gifts, newest first; `nil` until they are loaded, and once they are removed.
  public var person: Person? { state.value }
  /// How far the screen is.
  public var phase: LoadPhase { state.phase }
  /// What went wrong with something that was tried; the screen shows what it showed before.
  public var notice: Sentence? { state.notice }
  /// Whether the person is removed: the screen can be left.
  public private(set) var isRemoved = false

  private let ledger: Ledger
  private let state: Loaded<Person?>

  /// A screen about somebody; with what is known of them already, if it is.
  public init(_ ledger: Ledger, id: Person.ID, known person: Person? = nil) {
    self.ledger = ledger
    self.id = id
    state = Loaded(person)
  }

  /// Loads the person, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await state.reload { [ledger, id] in try await ledger.person(id: id) }
  }

  /// Changes the name, the relationship and the memo: on the screen at once, and back if the server does not.
  public func update(name: String, relationship: Relationship, memo: String?) async {
    guard var changed = person else { return }
    (changed.name, changed.relationship, changed.memo) = (name, relationship, memo)
    await state.change {
      $0?.name = name
      $0?.relationship = relationship
      $0?.memo = memo
    } sending: { [ledger, changed] in
      try await ledger.updatePerson(id: changed.id, person: changed)
    } settling: {
      $0 = $1
    }
  }

  /// Changes a gift: on the screen at once, and back if the server does not.
  public func update(_ gift: Gift) async {
    guard person?.gifts.contains(where: { $0.id == gift.id }) == true else { return }
    await state.change { person in
      guard let index = person?.gifts.firstIndex(where: { $0.id == gift.id }) else { return }
      person?.gifts[index] = gift
    } sending: { [ledger, id] in
      _ = try await ledger.updateGift(id: gift.id, gift: gift)
      // The order of the gifts is the server's.
      return try await ledger.person(id: id)
    } settling: {
      $0 = $1
    }
  }

  /// Removes a gift: from the screen at once, and back onto it if the server does not.
  public func remove(_ giftID: Gift.ID) async {
    guard person?.gifts.contains(where: { $0.id == giftID }) == true else { return }
    await state.change {
      $0?.gifts.removeAll { $0.id == giftID }
    } sending: { [ledger] in
      try await unlessGone { try await ledger.removeGift(id: giftID) }
    }
  }

  /// Removes the person and their gifts.
  public func removePerson() async {
    guard person != nil else { return }
    isRemoved = await state.change {
      $0 = nil
    } sending: { [ledger, id] in
      try await unlessGone { try await ledger.removePerson(id: id) }
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    state.notice = nil
  }
}
