package import Catalogue
import DockDockBackend
import Naru
import ServedSystem
import Storage

extension LocalBackend {
  /// Imports the shipped books if the catalogue is empty, and adds the books of the demo. Of several servers that start at the same time
  /// on one database, one imports, and the others wait for it.
  ///
  /// - Parameter progress: called while books are imported.
  /// - Throws: `CatalogueError` if the shipped books can't be read, or `MessageError` for an error of the database, such as another server
  ///   that stands still during its import.
  package func seed(progress: @escaping @Sendable (ImportProgress) -> Void) async throws {
    try await MessageError.explaining(context.logger) {
      try await context.database.withLock("seed") { [catalogue, isDemo] in
        _ = try catalogue.seedIfEmpty(progress: progress)
        if isDemo { try catalogue.add(DemoBooks.all) }
      }
    }
  }
}
