import Storage

/// The rows that are no longer needed. Deleting them keeps the tables from growing with time.
struct ExpiredRows {
  private static let day: Int64 = 86_400_000

  let now: Int64

  func delete(_ db: Transaction) throws {
    try db.run("DELETE FROM identity_pending WHERE expires_at <= \(now)")
    // A used code is stored for a day, because reusing it ends the session that it started.
    try db.run("DELETE FROM identity_code WHERE expires_at <= \(now - Self.day)")
    // A used refresh token is stored until it would have expired, for the same reason.
    try db.run("DELETE FROM identity_refresh_token WHERE expires_at <= \(now)")
    // An ended session is stored for a month, so that a late logout finds it. Its tokens are deleted with it.
    let month = now - 30 * Self.day
    try db.run("DELETE FROM identity_session WHERE ended_at <= \(month) OR expires_at <= \(month)")
  }
}
