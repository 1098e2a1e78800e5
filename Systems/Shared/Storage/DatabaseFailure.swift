import GRDB

/// The reason why a database operation failed, if a user or an operator can act on it.
package enum DatabaseFailure: Sendable, Hashable, CaseIterable {
  /// Others write for too long, or conflict too often.
  case busy
  /// There is no space left on the disk.
  case diskFull
  /// The database can only be read.
  case readOnly
  /// The file can't be opened or created.
  case cannotOpen
  /// The file is damaged, or is not a database.
  case damaged
  /// The disk can't be read or written.
  case disk
  /// The server of the database can't be reached, or has no connection left.
  case unreachable
  /// The connection was lost while the server saved something, which is now saved or not.
  case unknownOutcome
  /// Anything else.
  case other

  /// Returns the reason for an error of a database. `nil` for every other error.
  package init?(_ error: any Error) {
    switch error {
    case let error as DatabaseError: self.init(error.resultCode)
    #if PostgreSQL
      case let error as PostgreSQLError: self.init(sqlState: error.code)
    #endif
    case is LockTimeout: self = .busy
    default: return nil
    }
  }

  private init(_ code: ResultCode) {
    self =
      switch code {
      case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
      case .SQLITE_FULL: .diskFull
      case .SQLITE_READONLY, .SQLITE_PERM: .readOnly
      case .SQLITE_CANTOPEN: .cannotOpen
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: .damaged
      case .SQLITE_IOERR: .disk
      default: .other
      }
  }

  #if PostgreSQL
    private init(sqlState: String) {
      self =
        switch sqlState {
        // Conflicts, a lock that was not free in time, and a statement that took too long.
        case "40001", "40P01", "55P03", "57014": .busy
        case "53100": .diskFull
        case "25006": .readOnly
        case "58030": .disk
        case PostgreSQLError.unknownOutcome: .unknownOutcome
        case "53300": .unreachable
        case _ where sqlState.hasPrefix("08"): .unreachable
        default: .other
        }
    }
  #endif

  /// The cause of an error of a database without SQL and its values, for a log: `SQLITE_FULL: database or disk is full`. `nil` for every
  /// other error.
  package static func underlyingError(of error: any Error) -> String? {
    switch error {
    case let error as DatabaseError: "\(error.extendedResultCode): \(error.message ?? "")"
    #if PostgreSQL
      case let error as PostgreSQLError: error.description
    #endif
    case let error as LockTimeout: error.description
    default: nil
    }
  }
}
