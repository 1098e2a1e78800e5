import GRDB
import Naru
import Support

/// Refuses commits, as a crash before the commit does.
final class RejectingObserver: TransactionObserver, Sendable {
  struct Refusal: Error {}
  let refuses = Locked(true)

  init(of database: any DatabaseWriter) {
    database.add(transactionObserver: self, extent: .databaseLifetime)
  }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { if refuses.withLock({ $0 }) { throw Refusal() } }
  func databaseDidCommit(_ db: Database) {}
  func databaseDidRollback(_ db: Database) {}
}
