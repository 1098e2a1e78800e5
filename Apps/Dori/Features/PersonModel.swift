public import Dori
public import Naru
public import Observation
public import Screens

/// The screen of one person: what was given and received.
@MainActor
@Observable
public final class PersonModel {
  /// Who it is about.
  public let id: Person.ID
  /// The person with their gifts, newest first; `nil` until they are loaded, and once they are removed.
  public private(set) var person: Person?
  /// How far the screen is.
  public private(set) var phase = LoadPhase.idle
  /// What went wrong with something that was tried; the screen shows what it showed before.
  public private(set) var notice: Sentence?
  /// Whether the person is removed: the screen can be left.
  public private(set) var isRemoved = false

  private let ledger: Ledger
  private let load = Loader()

  /// A screen about somebody; with what is known of them already, if it is.
  public init(_ ledger: Ledger, id: Person.ID, known person: Person? = nil) {
    self.ledger = ledger
    self.id = id
    self.person = person
  }

  /// Loads the person, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await load(from: phase) {
      phase = $0
    } _: { [ledger, id] in
      try await ledger.person(id: id)
    } show: {
      person = $0
    }
  }

  /// Changes the name, the relationship and the memo: on the screen at once, and back if the server does not.
  public func update(name: String, relationship: Relationship, memo: String?) async {
    guard let before = person else { return }
    var changed = before
    (changed.name, changed.relationship, changed.memo) = (name, relationship, memo)
    await attempt(showing: changed, instead: before) { [ledger] changed in
      try await ledger.updatePerson(id: changed.id, person: changed)
    }
  }

  /// Changes a gift: on the screen at once, and back if the server does not.
  public func update(_ gift: Gift) async {
    guard let before = person, let index = before.gifts.firstIndex(where: { $0.id == gift.id }) else { return }
    var changed = before
    changed.gifts[index] = gift
    await attempt(showing: changed, instead: before) { [ledger, id] _ in
      _ = try await ledger.updateGift(id: gift.id, gift: gift)
      // The order of the gifts is the server's.
      return try await ledger.person(id: id)
    }
  }

  /// Removes a gift: from the screen at once, and back onto it if the server does not.
  public func remove(_ giftID: Gift.ID) async {
    guard let index = person?.gifts.firstIndex(where: { $0.id == giftID }), let gift = person?.gifts.remove(at: index)
    else {
      return
    }
    notice = nil
    do {
      try await ledger.removeGift(id: giftID)
    } catch  where !isGone(error) {
      if let count = person?.gifts.count, person?.gifts.contains(where: { $0.id == giftID }) == false {
        person?.gifts.insert(gift, at: min(index, count))
      }
      notice = Screens.notice(error)
    } catch {}
  }

  /// Removes the person and their gifts.
  public func removePerson() async {
    guard let before = person else { return }
    person = nil
    notice = nil
    do {
      try await ledger.removePerson(id: id)
      isRemoved = true
    } catch  where isGone(error) {
      isRemoved = true
    } catch {
      person = person ?? before
      notice = Screens.notice(error)
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    notice = nil
  }

  private func attempt(
    showing changed: Person,
    instead before: Person,
    _ operation: @Sendable (Person) async throws -> Person
  ) async {
    person = changed
    notice = nil
    do {
      let saved = try await operation(changed)
      // Something else may have been changed meanwhile.
      if person == changed { person = saved }
    } catch {
      if person == changed { person = before }
      notice = Screens.notice(error)
    }
  }
}
