import GRDB

/// The rows that are no longer needed. Deleting them keeps the tables from growing with time.
struct ExpiredRows {
  private static let day: Int64 = 86_400_000

  let now: Int64
  /// How long audit events are kept, in days.
  let auditDays: Int

  func delete(_ db: Database) throws {
    try PendingSignIn.filter(Column("expiresAt") <= now).deleteAll(db)
    // A used code is kept for a day, because reusing it ends the session that it started.
    try SignInCode.filter(Column("expiresAt") <= now - Self.day).deleteAll(db)
    // A used refresh token is kept until it would have expired, for the same reason.
    try RefreshTokenRow.filter(Column("expiresAt") <= now).deleteAll(db)
    // An ended session is kept for a month, so that a late logout finds it. Its tokens are deleted with it.
    let month = now - 30 * Self.day
    try SessionRow.filter(Column("endedAt") <= month || Column("expiresAt") <= month).deleteAll(db)
    try AuditRow.filter(Column("at") <= now - Int64(auditDays) * Self.day).deleteAll(db)
  }
}
