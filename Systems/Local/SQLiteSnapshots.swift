import Support

#if Lab
  import Foundation
  import HTTPTypes
  import Naru
  @_spi(Lab) import NaruLab
  import Storage

  /// Copies of a database, up to ``limit``: in memory if the database is, otherwise in temporary files.
  final class SQLiteSnapshots: SnapshotStore {
    /// The largest number of snapshots. The oldest one after the first is removed for a new one.
    static let limit = 16

    private struct Kept {
      let snapshot: LabAPI.Snapshot
      /// The copy, which may not be complete yet.
      let copy: Task<Database, any Error>

      /// Waits for the copy.
      func copied() async throws(APIError) -> Database {
        do {
          return try await copy.value
        } catch {
          let (name, size) = (snapshot.name, snapshot.bytes >> 20)
          throw APIError(
            .serverError,
            LocalizedMessage(
              korean: """
                ‘\(name)’ 스냅샷을 저장하지 못했습니다. 임시 파일 폴더(`TMPDIR`)에 \(size)MB가 필요합니다. 공간을 비우거나, 서버를 시작할 때 \
                `TMPDIR`로 다른 폴더를 지정해 주세요.
                """,
              english: """
                The snapshot “\(name)” was not saved. It needs \(size) MB in the folder for temporary files (`TMPDIR`). Free some space, \
                or start the server with another folder in `TMPDIR`.
                """
            ),
            status: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
            underlyingError: error
          )
        }
      }
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
      let new = try begin(name)
      _ = try await new.copied()
      keep(new)
      return new.snapshot
    }

    /// Saves the data as it is now, while the server uses and changes it.
    func saveInBackground(_ name: String) throws { keep(try begin(name)) }

    func restore(_ name: String) async throws -> LabAPI.Snapshot? {
      guard let found = kept.withLock({ $0.first { $0.snapshot.name == name } }) else { return nil }
      try await found.copied().copyPages(to: database)
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

    private func begin(_ name: String) throws -> Kept {
      let (bytes, copy) = try database.beginCopy()
      return Kept(snapshot: LabAPI.Snapshot(name: name, savedAt: Date(), bytes: bytes), copy: copy)
    }

    private func keep(_ new: Kept) {
      kept.withLock { kept in
        kept.removeAll { $0.snapshot.name == new.snapshot.name }
        if kept.count >= Self.limit { kept.remove(at: 1) }
        kept.append(new)
      }
    }
  }
#endif
