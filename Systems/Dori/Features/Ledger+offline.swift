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
  public static func offline(_ offline: Offline) -> Ledger {
    // The complete list of people has everything. A ledger in memory applies the changes by the rules of the server.
    let overlay = Overlay(offline) {
      Ledger.inMemory(try await offline.live(Ledger.self).people(nil, nil, nil).elements)
    }
    let live: Ledger = overlay.live()
    @Sendable func read<Value: Sendable>(
      _ call: @concurrent @Sendable (Ledger) async throws -> Value
    ) async throws -> Value {
      guard try offline.queuedWrites(rejected: false).isEmpty else { return try await call(overlay.state()) }
      do {
        return try await call(live)
      } catch let error as APIError where [.unreachable, .timedOut].contains(error.code) {
        // This was never requested, but the complete list may have been.
        guard let known = try? await overlay.state() else { throw error }
        return try await call(known)
      }
    }
    var ledger = live
    ledger.people = { name, page, size in try await read { try await $0.people(name, page, size) } }
    ledger.person = { id in try await read { try await $0.person(id) } }
    ledger.gifts = { month, direction in try await read { try await $0.gifts(month, direction) } }
    ledger.summary = { year in try await read { try await $0.summary(year) } }
    return ledger
  }
}

extension OfflineOptions {
  /// The cache of an app with a ledger. All changes of the ledger are sent in order, because a gift needs its person.
  public static var ledger: OfflineOptions {
    var options = OfflineOptions(contracts: [Ledger.self])
    for write in Ledger.endpoints where write.method != .get { options.scopes[write] = "ledger" }
    return options
  }
}
