public import Dori
import Naru
public import NaruOffline

extension Ledger {
  /// Returns the ledger as a device knows it: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it waits in `offline`, and the ledger has it already. As soon as the complete list
  /// of people was loaded once, every month, person, name and total can be read from it without a connection.
  ///
  /// ```swift
  /// let offline = try Offline(in: folder, for: person, client: client, options: .ledger)
  /// let model = PeopleModel(.offline(offline))
  /// ```
  ///
  /// - Parameter offline: the offline store of the signed-in user, with ``NaruOffline/OfflineOptions/ledger``.
  /// - Returns: the ledger.
  public static func offline(_ offline: Offline) -> Ledger {
    let live = offline.live(Ledger.self, queueingUnsent: true)
    // The complete list of people has everything. A ledger in memory applies the changes by the rules of the server.
    @Sendable func known() async throws -> Ledger {
      let ledger = Ledger.inMemory(try await live.people(nil, nil, nil).elements)
      for write in try offline.queuedWrites(rejected: false) { await ledger.apply(write) }
      return ledger
    }
    @Sendable func read<Value: Sendable>(
      _ call: @concurrent @Sendable (Ledger) async throws -> Value
    ) async throws -> Value {
      guard try offline.queuedWrites(rejected: false).isEmpty else { return try await call(known()) }
      do {
        return try await call(live)
      } catch let error as APIError where [.unreachable, .timedOut].contains(error.code) {
        // This was never asked for, but the complete list may have been.
        guard let known = try? await known() else { throw error }
        return try await call(known)
      }
    }
    return Ledger(
      people: { name, page, size in try await read { try await $0.people(name, page, size) } },
      person: { id in try await read { try await $0.person(id) } },
      addPerson: { person in
        try await Offline.responseUnlessQueued { try await live.addPerson(person) } ?? CreatedOrExisting(person)
      },
      updatePerson: { id, person in
        if let answer = try await Offline.responseUnlessQueued({ try await live.updatePerson(id, person) }) {
          return answer
        }
        // With the gifts, if they are known.
        return (try? await known().person(id)) ?? person
      },
      removePerson: { id in _ = try await Offline.responseUnlessQueued { try await live.removePerson(id) } },
      gifts: { month, direction in try await read { try await $0.gifts(month, direction) } },
      addGift: { personID, gift in
        try await Offline.responseUnlessQueued { try await live.addGift(personID, gift) } ?? CreatedOrExisting(gift)
      },
      updateGift: { id, gift in try await Offline.responseUnlessQueued { try await live.updateGift(id, gift) } ?? gift
      },
      removeGift: { id in _ = try await Offline.responseUnlessQueued { try await live.removeGift(id) } },
      summary: { year in try await read { try await $0.summary(year) } }
    )
  }

  /// Applies a queued write. A write that the server will reject changes nothing.
  private func apply(_ write: QueuedWrite) async {
    func id() throws -> LedgerID { try write.argument("id") ?? LedgerID(rawValue: "") }
    do {
      switch write.endpoint {
      case Endpoints.addPerson: if let person: Person = try write.body() { _ = try await addPerson(person) }
      case Endpoints.updatePerson: if let person: Person = try write.body() { _ = try await updatePerson(id(), person) }
      case Endpoints.removePerson: try await removePerson(id())
      case Endpoints.addGift: if let gift: Gift = try write.body() { _ = try await addGift(gift.personID, gift) }
      case Endpoints.updateGift: if let gift: Gift = try write.body() { _ = try await updateGift(id(), gift) }
      case Endpoints.removeGift: try await removeGift(id())
      default: break
      }
    } catch {
      // The server will say why.
    }
  }
}

extension OfflineOptions {
  /// The cache of an app with a ledger. All changes of the ledger are sent in order, because a gift needs its person.
  public static var ledger: OfflineOptions {
    var options = OfflineOptions(contracts: [Ledger.self])
    let reads = Ledger.endpoints.filter { $0.method == .get }
    for write in Ledger.endpoints where write.method != .get {
      options.scopes[write] = "ledger"
      options.invalidations[write] = reads
    }
    return options
  }
}
