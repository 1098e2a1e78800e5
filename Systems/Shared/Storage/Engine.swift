import NaruMessages

/// The engine of a database: SQLite in this process, or a PostgreSQL server.
protocol Engine: Sendable {
  /// Whether other processes can open the database.
  var isShared: Bool { get }

  /// Whether processes on several machines can open the database.
  var spansMachines: Bool { get }

  /// Runs a closure in a transaction that only reads.
  func read<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

  /// Runs a closure in a transaction that only reads, and blocks the thread.
  func read<Value>(_ body: (Transaction) throws -> Value) throws -> Value

  /// Runs a closure in a transaction that may write.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Transaction) throws -> Value) async throws -> Value

  /// Runs a closure in a transaction that may write, and blocks the thread.
  func write<Value>(_ body: (Transaction) throws -> Value) throws -> Value

  /// Returns the names of the steps that the database has run, or without any the names of another program's tables.
  func appliedSteps(_ db: Transaction) throws -> Set<String>

  /// Runs the steps that the database has not run yet, each in a transaction, and remembers their names. Processes that do
  /// this at the same time wait for each other.
  func run(_ steps: [Migrations.Step]) throws

  /// Takes the lock with a name, if no other process that has the database open holds it. Returns what unlocks it, or `nil`.
  func lock(_ name: String) async throws -> (@Sendable () async -> Void)?

  /// The way of changes to the other processes. `nil` if one process serves the database.
  var changeChannel: (any ChangeChannel)? { get }

  /// How long a transaction or a lock waits for other processes.
  var busyWait: BusyWait { get }

  /// Closes all connections, after the transactions in progress.
  func close() throws
}

extension Engine {
  var changeChannel: (any ChangeChannel)? { nil }
}

/// The SQL that a database understands. The same statements run on both engines, except for the differences named here.
enum Dialect: Sendable, Hashable {
  /// SQLite.
  case sqlite
  /// PostgreSQL.
  case postgreSQL
}
