package import Foundation
import Storage

/// A selection of audit events. `nil` and empty values select all.
package struct AuditFilter: Sendable, Hashable {
  /// The user.
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

  /// The condition of the events.
  var condition: SQL {
    var parts: [SQL] = []
    if let person { parts.append("person_id = \(person)") }
    if let session { parts.append("session_id = \(session)") }
    if !kinds.isEmpty { parts.append("event IN \(list: kinds.map(\.rawValue))") }
    if let since { parts.append("at >= \(since.milliseconds)") }
    if let before { parts.append("at < \(before.milliseconds)") }
    return parts.isEmpty ? "1 = 1" : parts.joined(separator: " AND ")
  }
}
