#if PostgreSQL
  import LibPQ

  /// An error of a PostgreSQL server, or of the connection to it.
  struct PostgreSQLError: Error, Hashable {
    /// The five characters of `SQLSTATE`: `23505`. `08006` for a connection that was lost.
    let code: String
    /// The server's message, in its language, without values of the database if the server separates them from the message.
    let message: String

    /// A connection that was lost or could not be opened.
    static let connectionFailure = "08006"
    /// A connection that was lost while the server committed a transaction, which may have been saved or not.
    static let unknownOutcome = "08007"

    /// Reads the error of a result.
    init(_ result: OpaquePointer) {
      func field(_ code: UnicodeScalar) -> String? {
        PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
      }
      let state = field("C") ?? Self.connectionFailure
      code = state
      // Errors of the class 22, "data exception", quote the value.
      message = state.hasPrefix("22") ? "invalid data" : field("M") ?? String(cString: PQresultErrorMessage(result))
    }

    init(code: String, message: String) {
      self.code = code
      self.message = message
    }

    /// Whether the server ends the connection, because it is stopped or restarted.
    var isEndOfConnection: Bool { code.hasPrefix("57P") }

    /// Whether the transaction was rolled back only because of others, so that it may succeed if it is run again.
    var isConflict: Bool { ["40001", "40P01"].contains(code) }

    /// Whether a row with the same unique value exists.
    var isUniqueViolation: Bool { code == "23505" }
  }

  extension PostgreSQLError: CustomStringConvertible {
    var description: String { "\(code): \(message)" }
  }
#endif
