import GRDB

/// Deletes what is of no use to anybody any more, so that the tables don't grow with time, only with people.
struct Sweep {
  private static let day: Int64 = 86_400_000

  let now: Int64

  func run(_ db: Database) throws {
    try PendingSignIn.filter(Column("expiresAt") <= now).deleteAll(db)
    // A used code is kept for a while: coming again, it ends the session that was made of it.
    try SignInCode.filter(Column("expiresAt") <= now - Self.day).deleteAll(db)
    // A used refresh token is kept until it would have expired, for the same reason.
    try RefreshTokenRow.filter(Column("expiresAt") <= now).deleteAll(db)
    // A session that has ended is kept for a month, so that a late logout finds it. Its tokens go with it.
    let month = now - 30 * Self.day
    try SessionRow.filter(Column("endedAt") <= month || Column("expiresAt") <= month).deleteAll(db)
  }
}
