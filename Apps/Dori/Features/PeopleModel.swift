public import Dori
public import Naru
public import Observation
public import Screens

/// The screen with the people of the ledger and what stands between them and its owner.
@MainActor
@Observable
public final class PeopleModel {
  /// What is looked for: a part of a name, or its initial consonants. Empty for everybody.
  public private(set) var query = ""
  /// The people by name, with their gifts.
  public private(set) var people: [Person] = []
  /// How far the list is. ``LoadPhase/loaded`` without ``people``: nobody is there, or nobody was found.
  public private(set) var phase = LoadPhase.idle
  /// What went wrong with something that was tried; the list is as it was before.
  public private(set) var notice: Sentence?

  private let ledger: Ledger
  private let load = Loader()

  /// A screen that has not loaded yet.
  public init(_ ledger: Ledger) {
    self.ledger = ledger
  }

  /// What the people shown were given, in won.
  public var given: Int { people.reduce(0) { $0 + $1.given } }
  /// What was received from the people shown, in won.
  public var received: Int { people.reduce(0) { $0 + $1.received } }
  /// What was received less what was given, in won.
  public var balance: Int { received - given }

  /// Loads the list, at first or again. What is shown stays until the answer is there.
  public func reload() async {
    await load(from: phase) {
      phase = $0
    } _: { [ledger, query] in
      try await ledger.people(name: query.isEmpty ? nil : query).elements
    } show: {
      people = $0
    }
  }

  /// Looks for a name, while the person types: the last text wins, in whatever order the answers come.
  public func search(_ text: String) async {
    query = text
    await reload()
  }

  /// Removes somebody and their gifts: from the screen at once, and back onto it if the server does not.
  public func remove(_ id: Person.ID) async {
    guard let index = people.firstIndex(where: { $0.id == id }) else { return }
    let person = people.remove(at: index)
    notice = nil
    do {
      try await ledger.removePerson(id: id)
    } catch  where !isGone(error) {
      // The list may have been loaded again meanwhile.
      if !people.contains(where: { $0.id == id }) { people.insert(person, at: min(index, people.count)) }
      notice = Screens.notice(error)
    } catch {}
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    notice = nil
  }
}
