public import Dori
public import Naru
public import Observation
public import NaruScreens

/// The screen with the people of the ledger and what stands between them and its owner.
@MainActor
@Observable
public final class PeopleModel {
  /// What is looked for: a part of a name, or its initial consonants. Empty for everybody.
  public private(set) var query = ""
  /// The people by name, with their gifts.
  public var people: [Person] { state.value }
  /// How far the list is. ``LoadPhase/loaded`` without ``people``: nobody is there, or nobody was found.
  public var phase: LoadPhase { state.phase }
  /// What went wrong with something that was tried; the list is as it was before.
  public var notice: Sentence? { state.notice }

  private let ledger: Ledger
  private let state = Loaded<[Person]>([])

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
    await state.reload { [ledger, query] in
      try await ledger.people(name: query.isEmpty ? nil : query).elements
    }
  }

  /// Looks for a name, while the person types: the last text wins, in whatever order the answers come.
  public func search(_ text: String) async {
    query = text
    await reload()
  }

  /// Removes somebody and their gifts: from the screen at once, and back onto it if the server does not.
  public func remove(_ id: Person.ID) async {
    guard people.contains(where: { $0.id == id }) else { return }
    await state.change {
      $0.removeAll { $0.id == id }
    } sending: { [ledger] in
      try await unlessGone { try await ledger.removePerson(id: id) }
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    state.notice = nil
  }
}
