public import Dori
import Naru
public import NaruScreens
public import Observation

/// The screen with the people of the ledger and their balances.
@MainActor
@Observable
public final class PeopleModel {
  /// The query: a part of a name, or its initial consonants. It is empty for all people.
  public private(set) var query = ""
  /// The people by name, with their gifts.
  public let people = Loaded<[Person]>([])

  private let ledger: Ledger

  /// Creates a screen that is not loaded yet.
  public init(_ ledger: Ledger) {
    self.ledger = ledger
  }

  /// The total given to the shown people, in won.
  public var given: Int { people.value.reduce(0) { $0 + $1.given } }
  /// The total received from the shown people, in won.
  public var received: Int { people.value.reduce(0) { $0 + $1.received } }
  /// The total received minus the total given, in won.
  public var balance: Int { received - given }

  /// Loads the people, for the first time or again.
  public func reload() async {
    await people.reload { [ledger, query] in
      try await ledger.people(name: query.isEmpty ? nil : query).elements
    }
  }

  /// Searches for a name while the user types. The last query wins, whatever the order of the responses.
  public func search(_ text: String) async {
    query = text
    await reload()
  }

  /// Removes a person and their gifts.
  public func remove(_ id: Person.ID) async {
    guard people.value.contains(where: { $0.id == id }) else { return }
    await people.update {
      $0.removeAll { $0.id == id }
    } send: { [ledger] in
      try await APIError.ignoring(.notFound) { try await ledger.removePerson(id: id) }
    }
  }
}
