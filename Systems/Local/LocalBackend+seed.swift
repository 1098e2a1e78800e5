package import Catalogue
import ServedSystem
import Storage

extension LocalBackend {
  /// Imports the shipped books if the catalogue is empty. Of several servers that start at the same time on one folder or database, one
  /// imports, and the others wait for it.
  ///
  /// - Parameters:
  ///   - storage: the storage of the backend.
  ///   - progress: called while books are imported.
  /// - Throws: `CatalogueError` if the shipped books can't be read, or an error of the database.
  package func seed(_ storage: Storage, progress: @escaping @Sendable (ImportProgress) -> Void) async throws {
    let catalogue = catalogue
    switch storage {
    case .folder(let folder): _ = try folder.locked { try catalogue.seedIfEmpty(progress: progress) }
    case .memory, .postgreSQL:
      try await context.database.withLock("seed") { _ = try catalogue.seedIfEmpty(progress: progress) }
    }
  }
}
