package import Foundation
import GRDB

/// A selection of audit events. `nil` and empty values select all.
package struct AuditFilter: Sendable, Hashable {
  /// The person.
  package var person: UUID?
  /// The session.
  package var session: UUID?
  /// The kinds.
  package var kinds: [AuditEvent.Kind] = []
  /// The earliest time.
  package var since: Date?
  /// The time before which events happened.
  package var before: Date?

  /// Creates a selection of all events.
  package init() {}

  var request: QueryInterfaceRequest<AuditRow> {
    var request = AuditRow.all()
    if let person { request = request.filter(Column("personID") == person.key) }
    if let session { request = request.filter(Column("sessionID") == session.key) }
    if !kinds.isEmpty { request = request.filter(kinds.map(\.rawValue).contains(Column("event"))) }
    if let since { request = request.filter(Column("at") >= since.milliseconds) }
    if let before { request = request.filter(Column("at") < before.milliseconds) }
    return request
  }
}
