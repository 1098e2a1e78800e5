#if PostgreSQL
  import Foundation
  import LibPQ
  import NaruMessages
  import Support

  /// A database of a PostgreSQL server, with a pool of connections and threads, because libpq waits for the server.
  final class PostgreSQLEngine: Engine {
    /// Processes that migrate the database wait for this lock of the server.
    private static let migrationLock = 0x6E61_7275
    /// The oldest version of the server.
    private static let oldestVersion = 130_000

    private let pool: PostgreSQLPool
    /// The connection that holds the locks of ``lock(_:)``. It is opened when there is a first one.
    private let locks: PostgreSQLPool
    private let channel = Locked<PostgreSQLChannel?>(nil)
    private let address: Secret
    let busyWait: BusyWait

    init(_ address: Secret, connections: Int, waiting busyWait: BusyWait) throws {
      guard let options = PQconninfoParse(address.revealed, nil) else {
        throw MessageError(
          korean: "데이터베이스의 주소를 읽을 수 없습니다. 예: postgresql://naru@db.example.com/naru",
          english: "The address of the database can't be read. Example: postgresql://naru@db.example.com/naru"
        )
      }
      PQconninfoFree(options)
      self.address = address
      self.busyWait = busyWait
      pool = PostgreSQLPool(address, size: max(connections, 1), waiting: busyWait)
      locks = PostgreSQLPool(address, size: 1, waiting: busyWait)
      try pool.perform { connection in
        try connection.connect()
        guard connection.serverVersion >= Self.oldestVersion else {
          throw MessageError(
            korean: "PostgreSQL 13 이상이 필요합니다.",
            english: "PostgreSQL 13 or newer is needed."
          )
        }
        let encoding: String? = try connection.transaction(.read) { try $0.valueIfAny("SHOW server_encoding") }
        guard encoding == "UTF8" else {
          throw MessageError(
            korean: "데이터베이스의 인코딩이 UTF8이 아닙니다. `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`으로 만들어 주세요.",
            english: """
              The encoding of the database is not UTF8. Create one with `CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`.
              """
          )
        }
      }
    }

    deinit { close() }

    var isShared: Bool { true }

    var spansMachines: Bool { true }

    func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
      try await pool.perform { try $0.transaction(.read, body) }
    }

    func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
      try pool.perform { try $0.transaction(.read, body) }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value {
      try await pool.perform { try $0.transaction(.write, body) }
    }

    func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value {
      try pool.perform { try $0.transaction(.write, body) }
    }

    func appliedSteps(_ db: Transaction) throws -> Set<String> {
      // Another program's tables count as steps that no version has, so that nothing is added to them. An extension's do not.
      let others: SQL = """
        SELECT CAST(relname AS TEXT) FROM pg_class
        WHERE relnamespace = to_regnamespace(quote_ident(current_schema())) AND relkind IN ('r', 'p', 'v', 'm', 'f')
          AND oid NOT IN (SELECT objid FROM pg_depend WHERE classid = to_regclass('pg_class') AND deptype = 'e')
        """
      let isMigrated = try db.exists("SELECT 1 WHERE to_regclass('naru_migration') IS NOT NULL")
      return Set(try db.values(isMigrated ? "SELECT name FROM naru_migration" : others))
    }

    func run(_ steps: [Migrations.Step]) throws {
      try pool.perform { connection in
        try lockMigrations(connection)
        // The lock also ends with the connection.
        defer { try? connection.simple("SELECT pg_advisory_unlock(\(Self.migrationLock))") }
        try connection.simple("CREATE TABLE IF NOT EXISTS naru_migration (name TEXT PRIMARY KEY)")
        let applied = try connection.transaction(.read, appliedSteps)
        for step in steps where !applied.contains(step.name) {
          try connection.transaction(.write) { db in
            try step.run(db)
            try db.run("INSERT INTO naru_migration (name) VALUES (\(step.name))")
          }
        }
      }
    }

    private func lockMigrations(_ connection: PostgreSQLConnection) throws {
      let attempt: SQL = "SELECT 1 WHERE pg_try_advisory_lock(\(Self.migrationLock))"
      var tries = 0
      while try !connection.transaction(.read, { try $0.exists(attempt) }) {
        guard busyWait.waits(tries: tries, for: "migrations") else { throw LockTimeout(limit: busyWait.limit) }
        tries += 1
      }
      busyWait.end("migrations")
    }

    func lock(_ name: String) async throws -> (@Sendable () async -> Void)? {
      // Tests have schemas of their own in one database.
      let key: SQL = "hashtextextended(concat(current_schema(), ' ', \(name)::text), 0)"
      // Runs to its end even if the current task is cancelled: no one would know whether there is a lock.
      let isLocked: @Sendable (SQL) -> Task<Bool, any Error> = { [locks] statement in
        Task { try await locks.perform { try $0.transaction(.read) { try $0.exists(statement) } } }
      }
      try Task.checkCancellation()
      guard try await isLocked("SELECT 1 WHERE pg_try_advisory_lock(\(key))").value else { return nil }
      // If that fails, the connection is lost, and the lock with it.
      return { _ = await isLocked("SELECT 1 WHERE pg_advisory_unlock(\(key))").result }
    }

    var changeChannel: (any ChangeChannel)? {
      channel.withLock { channel in
        channel = channel ?? PostgreSQLChannel(address, sendingOn: pool, waiting: busyWait)
        return channel
      }
    }

    func close() {
      channel.withLock { $0?.close() }
      pool.close()
      locks.close()
    }
  }
#endif
