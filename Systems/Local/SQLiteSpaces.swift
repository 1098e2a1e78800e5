#if Lab
  import Naru
  import NaruLab
  import ServedSystem
  import Storage

  /// Servers on copies of a SQLite database in memory. A copy has what requests change; the rest, such as the catalogue, is read from
  /// the server's own database.
  final class SQLiteSpaces: SpaceStore {
    /// A state of the data.
    private struct State: Hashable {
      /// The snapshot that has it.
      var snapshot: Lab.Snapshot?
      /// The number of commits of the server's own data. `nil` if they are not counted.
      var commits: Int?
    }

    private let backend: LocalBackend
    private let snapshots: SQLiteSnapshots
    private let commits: CommitCounter
    private let sharedTables: Set<String>
    /// A database without rows.
    private let empty: Database
    /// The state that was copied last. Tests copy the same one many times, and copying its pages takes less time than its rows.
    private let last = Locked<(state: State, copy: Database)?>(nil)

    /// Creates a store.
    init(_ backend: LocalBackend, _ snapshots: SQLiteSnapshots) throws {
      self.backend = backend
      self.snapshots = snapshots
      commits = try CommitCounter(backend.context.database)
      sharedTables = backend.systems.reduce(into: []) { $0.formUnion(type(of: $1).sharedTables) }
      empty = try Database.inMemory()
      try empty.migrate(backend.migrations)
    }

    func copy(of snapshot: String?) async throws -> ServedCopy? {
      guard let rows = try rows(of: snapshot) else { return nil }
      let database = try Database.inMemory()
      try rows.copyPages(to: database)
      let copy = try await backend.on(database)
      return ServedCopy(contracts: copy.contracts, people: copy.people)
    }

    /// Returns a copy of the rows that requests change. `nil` if there is no snapshot with the name.
    private func rows(of name: String?) throws -> Database? {
      var state = State()
      var source = backend.context.database
      if let name {
        guard let found = snapshots.find(name) else { return nil }
        (state.snapshot, source) = found
      } else {
        state.commits = commits.count
      }
      if let last = last.withLock({ $0 }), last.state == state { return last.copy }
      let copy = try Database.inMemory()
      try empty.copyPages(to: copy)
      _ = try DatabaseCopy(from: source, to: copy, derived: sharedTables, derive: { _ in }).run()
      if state != State() { last.withLock { $0 = (state, copy) } }
      return copy
    }
  }
#endif
