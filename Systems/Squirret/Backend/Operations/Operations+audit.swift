package import Foundation
import Storage

extension Operations {
  /// Returns events, the latest first, and their total number.
  package func audit(
    _ filter: AuditFilter = AuditFilter(),
    page: Page = Page()
  ) async throws -> (elements: [AuditEvent], total: Int) {
    try await read { db in
      (
        try AuditLog.events(filter, limit: page.size, offset: page.offset, db),
        try db.value("SELECT count(*) FROM identity_audit WHERE \(filter.condition)")
      )
    }
  }

  /// The retention of events in days.
  package var auditDays: Int { sessions.lifetimes.auditDays }

  /// Deletes the events before a time.
  @discardableResult
  package func pruneAudit(before date: Date) async throws -> Int {
    try await write { db in
      var filter = AuditFilter()
      filter.before = date
      let count = try db.run("DELETE FROM identity_audit WHERE \(filter.condition)")
      if count > 0 { try sessions.audit.add(.auditPruned, db) }
      return count
    }
  }
}
