package import Catalogue
import DockDockBackend
import ServedSystem
import Storage

extension LocalBackend {
  /// Imports the shipped books if the catalogue is empty, and adds the books of the demo. Of several servers that start at the same time on one folder or database, one
  /// imports, and the others wait for it.
  ///
  /// - Parameters:
  ///   - storage: the storage of the backend.
  ///   - progress: called while books are imported.
  /// - Throws: `CatalogueError` if the shipped books can't be read, or an error of the database.
  package func seed(_ storage: StorageChoice, progress: @escaping @Sendable (ImportProgress) -> Void) async throws {
    let (catalogue, isDemo) = (catalogue, isDemo)
    let add: @Sendable () throws -> Void = {
      _ = try catalogue.seedIfEmpty(progress: progress)
      if isDemo { try catalogue.add(DemoBooks.all) }
    }
    switch storage {
    case .folder(let folder): try folder.locked(add)
    case .memory, .postgreSQL:
      try await context.database.withLock("seed") { try add() }
    }
  }
}
