import Support

#if Lab
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import Storage

  /// Copies of a database in memory, up to ``limit``.
  final class SQLiteSnapshots: SnapshotStore {
    /// The largest number of snapshots. The oldest one after the first is removed for a new one.
    static let limit = 16

    private struct Kept {
      let snapshot: LabAPI.Snapshot
      let copy: Database
    }

    private let database: Database
    private let onRestore: @Sendable () -> Void
    private let kept = Locked<[Kept]>([])

    /// Creates a store without snapshots.
    init(_ database: Database, onRestore: @escaping @Sendable () -> Void) {
      self.database = database
      self.onRestore = onRestore
    }

    var all: [LabAPI.Snapshot] { kept.withLock { $0.map(\.snapshot) } }

    func save(_ name: String) async throws -> LabAPI.Snapshot {
      let copy = try Database.inMemory()
      try database.copyPages(to: copy)
      let bytes = try await copy.read { db in
        try db.value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", as: Int.self)
      }
      let snapshot = LabAPI.Snapshot(name: name, savedAt: Date(), bytes: bytes)
      kept.withLock { kept in
        kept.removeAll { $0.snapshot.name == name }
        if kept.count >= Self.limit { kept.remove(at: 1) }
        kept.append(Kept(snapshot: snapshot, copy: copy))
      }
      return snapshot
    }

    func restore(_ name: String) async throws -> LabAPI.Snapshot? {
      guard let found = kept.withLock({ $0.first { $0.snapshot.name == name } }) else { return nil }
      try found.copy.copyPages(to: database)
      onRestore()
      return found.snapshot
    }

    func remove(_ name: String) -> Bool {
      kept.withLock { kept in
        let count = kept.count
        kept.removeAll { $0.snapshot.name == name }
        return kept.count < count
      }
    }
  }
#endif
