#if PostgreSQL
  import Foundation
  import LibPQ
  import NaruMessages

  /// A connection to a PostgreSQL server. One thread uses it at a time.
  final class PostgreSQLConnection: Connection {
    static let dialect = Dialect.postgreSQL

    /// The largest number of statements that a connection keeps prepared.
    private static let statementLimit = 500

    private let address: Secret
    private let busyWait: BusyWait
    /// How long the server lets a statement wait for the locks of other transactions.
    private var lockTimeout: Duration?
    private var connection: OpaquePointer?
    /// The handle that lets other threads cancel the current statement. `nil` before the connection is open.
    private(set) var canceller: PostgreSQLCanceller?
    /// The prepared statements, by their SQL.
    private var statements: [String: Statement] = [:]

    private struct Statement {
      let name: String
      let columns: [String]
      let types: [Oid]
    }

    init(_ address: Secret, waiting busyWait: BusyWait) {
      self.address = address
      self.busyWait = busyWait
    }

    deinit { disconnect() }

    private func disconnect() {
      PQfinish(connection)
      connection = nil
      (canceller, lockTimeout) = (nil, nil)
      statements = [:]
    }

    /// Whether the connection is open, as far as is known.
    private var isConnected: Bool { connection != nil && PQstatus(connection) == CONNECTION_OK }

    /// Opens the connection if it is not open.
    func connect() throws {
      guard !isConnected else { return }
      disconnect()
      let options = [
        // The address's settings replace the settings before it.
        ("connect_timeout", "5"), ("application_name", "naru"), ("keepalives_idle", "30"),
        ("tcp_user_timeout", "10000"),
        ("dbname", address.revealed), ("client_encoding", "UTF8"),
      ]
      let keywords = options.map { strdup($0.0) }
      let values = options.map { strdup($0.1) }
      defer { for text in keywords + values { free(text) } }
      connection = PQconnectdbParams(
        keywords.map { UnsafePointer($0) } + [nil],
        values.map { UnsafePointer($0) } + [nil],
        1
      )
      guard isConnected else {
        let message = connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? "out of memory"
        disconnect()
        throw PostgreSQLError(
          code: PostgreSQLError.connectionFailure,
          message: message.split(separator: "\n").joined(separator: " ")
        )
      }
      PQsetNoticeProcessor(connection, { _, _ in }, nil)
      PQsetnonblocking(connection, 1)
      canceller = PQgetCancel(connection).map(PostgreSQLCanceller.init)
      // Statements are short and have an index. A scan of a small table would be in the way of everyone who writes to it.
      try simple(
        """
        SET bytea_output = 'hex'; SET client_min_messages = error; SET enable_seqscan = off; SET jit = off
        """
      )
    }

    /// The server's version: 150018 is 15.18.
    var serverVersion: Int { Int(PQserverVersion(connection)) }

    // MARK: - Statements

    func run(_ sql: SQL) throws -> Int {
      let (result, _) = try execute(sql)
      defer { PQclear(result) }
      return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    func script(_ text: String) throws {
      try simple(PostgreSQLSchema.translated(text))
    }

    func rows(_ sql: SQL, _ body: (Row) throws -> Bool) throws {
      let (result, statement) = try execute(sql)
      defer { PQclear(result) }
      let columns = Columns(statement.columns)
      for row in 0..<PQntuples(result) {
        let values = statement.types.indices.map { column in
          SQLValue(result, row: row, column: Int32(column), type: statement.types[column])
        }
        guard try body(Row(columns: columns, values: values)) else { return }
      }
    }

    /// Runs statements without parameters.
    func simple(_ text: String) throws {
      let result = try result(of: PQsendQuery(connection, text))
      defer { PQclear(result) }
      try check(result)
    }

    /// Waits for the result of what was sent; of several statements, for the last one. A server that stands still neither ends a statement
    /// nor the connection, so that libpq's own functions would wait without an end.
    private func result(of sent: Int32) throws -> OpaquePointer? {
      let end = busyWait.statementLimit.map { ContinuousClock.now + $0 * 1.25 }
      var last: OpaquePointer?
      while sent == 1 {
        let isSent = PQflush(connection) == 0
        if isSent, PQisBusy(connection) == 0 {
          guard let next = PQgetResult(connection) else { return last }
          PQclear(last)
          last = next
          continue
        }
        var socket = pollfd(fd: PQsocket(connection), events: Int16(isSent ? POLLIN : POLLIN | POLLOUT), revents: 0)
        let wait = end.map { max(0, ($0 - .now) / .milliseconds(1)).rounded(.up) } ?? -1
        guard poll(&socket, 1, Int32(wait)) != 0, PQconsumeInput(connection) == 1 else { break }
      }
      PQclear(last)
      throw lost()
    }

    private func execute(_ sql: SQL) throws -> (OpaquePointer, Statement) {
      let statement = try prepared(sql)
      let parameters = Parameters(sql.values)
      let sent = parameters.withPointers { values, lengths, formats in
        PQsendQueryPrepared(connection, statement.name, Int32(sql.values.count), values, lengths, formats, 0)
      }
      let result = try result(of: sent)
      do {
        try check(result)
      } catch {
        PQclear(result)
        throw error
      }
      guard let result else { throw lost() }
      return (result, statement)
    }

    private func prepared(_ sql: SQL) throws -> Statement {
      if let known = statements[sql.text] { return known }
      if statements.count >= Self.statementLimit {
        try simple("DEALLOCATE ALL")
        statements = [:]
      }
      let name = "s\(statements.count)"
      let prepared = try result(of: PQsendPrepare(connection, name, PostgreSQLSchema.numbered(sql.text), 0, nil))
      defer { PQclear(prepared) }
      try check(prepared)
      let description = try result(of: PQsendDescribePrepared(connection, name))
      defer { PQclear(description) }
      try check(description)
      let columns = 0..<PQnfields(description)
      let statement = Statement(
        name: name,
        columns: columns.map { String(cString: PQfname(description, $0)) },
        types: columns.map { PQftype(description, $0) }
      )
      statements[sql.text] = statement
      return statement
    }

    private func check(_ result: OpaquePointer?) throws {
      guard let result else { throw lost() }
      switch PQresultStatus(result) {
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
      default:
        let error = PostgreSQLError(result)
        guard isConnected, !error.isEndOfConnection else { throw lost() }
        throw error
      }
    }

    /// Waits for a notification (`NOTIFY`), for a while.
    func notification(within milliseconds: Int32) throws -> String? {
      for isLast in [false, true] {
        if let found = PQnotifies(connection) {
          defer { PQfreemem(found) }
          return String(cString: found.pointee.extra)
        }
        guard !isLast else { break }
        var socket = pollfd(fd: PQsocket(connection), events: Int16(POLLIN), revents: 0)
        _ = poll(&socket, 1, milliseconds)
        guard PQconsumeInput(connection) == 1 else { throw lost() }
      }
      return nil
    }

    /// The error for a connection that no longer responds.
    private func lost() -> PostgreSQLError {
      defer { disconnect() }
      let message = connection.flatMap { PQerrorMessage($0) }.map { String(cString: $0) } ?? ""
      return PostgreSQLError(
        code: PostgreSQLError.connectionFailure,
        message: message.split(separator: "\n").first.map(String.init) ?? "the server did not respond"
      )
    }
  }

  // MARK: - Transactions

  extension PostgreSQLConnection {
    /// The kinds of transactions.
    enum Access {
      /// Reads one state of the database.
      case read
      /// Reads and writes as if no other transaction ran at the same time.
      case write

      fileprivate var begin: String {
        switch self {
        case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .write: "BEGIN ISOLATION LEVEL SERIALIZABLE"
        }
      }
    }

    /// How long after its first conflict a transaction is run again. Conflicts last as long as the other transactions wait for the disk.
    private static let conflictTime = Duration.seconds(4)
    /// How often a transaction is run again after the connection was lost. It isn't after ``conflictTime``: the server stands still.
    private static let reconnectionLimit = 2

    /// Runs a closure in a transaction. It runs again if the transaction conflicts with others, or if the connection is lost before the
    /// commit, and once more if a row that it inserts exists already.
    func transaction<Value>(_ access: Access, _ body: (Transaction) throws -> Value) throws -> Value {
      var (conflicts, reconnections) = (0, 0)
      let start = ContinuousClock.now
      var end: ContinuousClock.Instant?
      var isRepeated = false
      while true {
        do {
          return try once(access, body)
        } catch let error as PostgreSQLError where error.isConflict && end.map({ .now < $0 }) ?? true {
          conflicts += 1
          end = end ?? .now + Self.conflictTime
          // Only the caller waits for this thread. The first conflict is not waited for.
          Thread.sleep(forTimeInterval: Double.random(in: 0...0.002) * Double(min(conflicts - 1, 20)))
        } catch let error as PostgreSQLError where error.isUniqueViolation && access == .write && !isRepeated {
          // A concurrent transaction may have inserted the row, which the closure then finds when it runs again.
          isRepeated = true
        } catch let error as PostgreSQLError
          where error.code == PostgreSQLError.connectionFailure
          && reconnections < Self.reconnectionLimit && .now - start < Self.conflictTime
        {
          reconnections += 1
        }
      }
    }

    private func once<Value>(_ access: Access, _ body: (Transaction) throws -> Value) throws -> Value {
      try connect()
      let value: Value
      do {
        try limitWaits()
        try simple(access.begin)
        value = try body(Transaction(connection: self))
      } catch {
        // An error of a statement that a closure hides is not a result: the server has ended the transaction.
        if isConnected { try? simple("ROLLBACK") }
        throw error
      }
      do {
        try commit()
      } catch let error as PostgreSQLError where error.code == PostgreSQLError.connectionFailure && access == .write {
        throw PostgreSQLError(code: PostgreSQLError.unknownOutcome, message: error.message)
      }
      return value
    }

    /// Sets this process's limits on the server. They become shorter when it begins to serve.
    private func limitWaits() throws {
      let limit = busyWait.limit
      guard limit != lockTimeout else { return }
      // 0 is no limit.
      let statements = busyWait.statementLimit.map { Int($0 / .milliseconds(1)) } ?? 0
      try simple("SET lock_timeout = \(max(1, Int(limit / .milliseconds(1)))); SET statement_timeout = \(statements)")
      lockTimeout = limit
    }

    private func commit() throws {
      let result = try result(of: PQsendQuery(connection, "COMMIT"))
      defer { PQclear(result) }
      try check(result)
      // The server responds to a commit after a failed statement with a rollback, and without an error.
      guard result.map({ String(cString: PQcmdStatus($0)) }) == "COMMIT" else {
        throw PostgreSQLError(code: "25P02", message: "a statement failed, so nothing was saved")
      }
    }
  }

  /// Cancels the current statement of a connection from another thread.
  final class PostgreSQLCanceller: @unchecked Sendable {
    // `PQcancel` only reads its argument, and its documentation allows any thread to call it.
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
      self.handle = handle
    }

    deinit { PQfreeCancel(handle) }

    func cancel() {
      var message = [CChar](repeating: 0, count: 256)
      _ = PQcancel(handle, &message, Int32(message.count))
    }
  }

  // MARK: - Values

  extension SQLValue {
    /// Reads a value of a result, which the server sends as text.
    fileprivate init(_ result: OpaquePointer, row: Int32, column: Int32, type: Oid) {
      guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else {
        self = .null
        return
      }
      let text = { String(cString: start) }
      switch type {
      case 16: self = .integer(start.pointee == CChar(UInt8(ascii: "t")) ? 1 : 0)  // BOOLEAN
      case 17: self = .bytes(Self.bytes(hexadecimal: start, count: Int(PQgetlength(result, row, column))))  // BYTEA
      case 20, 21, 23, 26:  // BIGINT, SMALLINT, INTEGER, OID
        self = Int64(text()).map(SQLValue.integer) ?? .text(text())
      case 700, 701: self = Double(text()).map(SQLValue.real) ?? .text(text())  // REAL, DOUBLE PRECISION
      case 1700:  // NUMERIC, such as the sum of BIGINTs
        self = Int64(text()).map(SQLValue.integer) ?? Double(text()).map(SQLValue.real) ?? .text(text())
      default: self = .text(text())
      }
    }

    /// Reads bytes that are written as `\x00ff`.
    private static func bytes(hexadecimal start: UnsafePointer<CChar>, count: Int) -> Data {
      func digit(_ index: Int) -> UInt8 {
        let byte = UInt8(bitPattern: start[index])
        return byte > UInt8(ascii: "9") ? byte - UInt8(ascii: "a") + 10 : byte - UInt8(ascii: "0")
      }
      return Data(stride(from: 2, to: count, by: 2).map { digit($0) << 4 | digit($0 + 1) })
    }
  }

  /// The parameters of a statement for libpq: bytes as they are, and everything else as text, whose type the server knows
  /// from the statement.
  private struct Parameters {
    private var bytes: [UInt8] = []
    /// The place of each value in the bytes. `nil` for `NULL`.
    private var places: [Int?] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [SQLValue]) {
      for value in values {
        let start = bytes.count
        var isNull = false
        switch value {
        case .null: isNull = true
        case .integer(let number): bytes += Array(String(number).utf8)
        case .real(let number): bytes += Array("\(number)".utf8)
        case .text(let text): bytes += Array(text.utf8)
        case .bytes(let data): bytes += Array(data)
        }
        lengths.append(Int32(bytes.count - start))
        bytes.append(0)
        places.append(isNull ? nil : start)
        if case .bytes = value { formats.append(1) } else { formats.append(0) }
      }
    }

    func withPointers<Value>(
      _ body: ([UnsafePointer<CChar>?], [Int32], [Int32]) -> Value
    ) -> Value {
      bytes.withUnsafeBytes { buffer in
        let start = buffer.bindMemory(to: CChar.self).baseAddress
        return body(places.map { place in place.flatMap { start?.advanced(by: $0) } }, lengths, formats)
      }
    }
  }
#endif
