import Dispatch
import GRDB
import NaruMessages
import Support

extension Database {
  /// The number of pages that are copied between two checks whether the database was closed.
  private static let copiedAtOnce: CInt = 1_000

  /// Creates an empty SQLite database in a temporary file, in the folder that `TMPDIR` names, or `/var/tmp`. The file has no name from the
  /// start, so nothing can open it, and nothing is left of it when the process ends in any way. What fits into a few megabytes stays in
  /// memory.
  package static func temporary() throws -> Database {
    // SQLite's own name for such a file.
    Database(engine: SQLiteEngine(try DatabaseQueue(path: "")))
  }

  /// Copies everything of a SQLite database into another one, replacing its content page by page.
  ///
  /// - Throws: `MessageError` if one of the databases is not of SQLite, or an error of the database.
  package func copyPages(to other: Database) throws {
    guard let source = try sqlite, let target = try other.sqlite else {
      throw MessageError(
        korean: "PostgreSQL 데이터베이스는 페이지 단위로 복사할 수 없습니다. `naru-server database copy`로 복사해 주세요.",
        english: "A database of PostgreSQL has no pages to copy. Use `naru-server database copy`."
      )
    }
    try source.backup(to: target)
  }

  /// Whether ``beginCopy()`` and ``copyPages(to:)`` can copy the database.
  package var hasPages: Bool { engine is SQLiteEngine }

  /// Begins to copy everything that a SQLite database has at this moment. Others can use and change it while the copy is made.
  ///
  /// - Returns: the size of the copy in bytes, and the copy: in memory if the database is, otherwise in a temporary file.
  package func beginCopy() throws -> (bytes: Int, copy: Task<Database, any Error>) {
    guard let pool = try sqlite as? DatabasePool, let copies = (engine as? SQLiteEngine)?.copies else {
      let copy = try Database.inMemory()
      try copyPages(to: copy)
      return (try copy.read { try $0.size }, Task { copy })
    }
    // A read that goes on until the copy is made.
    let state = try pool.makeSnapshot()
    let bytes = try state.read { try Transaction($0).size }
    copies.enter()
    return (
      bytes,
      Task {
        try await withCheckedThrowingContinuation { continuation in
          DispatchQueue.global(qos: .utility).async {
            defer { copies.leave() }
            continuation.resume(
              with: Result {
                defer { try? state.close() }
                let copy = try Database.temporary()
                guard let target = try copy.sqlite else { return copy }
                // Closing the database ends the copy: the write-ahead log can't be emptied while a state of it is read.
                try state.backup(to: target, pagesPerStep: Self.copiedAtOnce) { _ in _ = try self.sqlite }
                return copy
              }
            )
          }
        }
      }
    )
  }
}

extension Transaction {
  /// The size of the database in bytes.
  fileprivate var size: Int {
    get throws { try value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") }
  }
}
