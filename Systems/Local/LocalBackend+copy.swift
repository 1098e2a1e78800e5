import Catalogue
import Foundation
import Naru
package import Storage

extension LocalBackend {
  /// Copies the data of all systems from one place to another one, which is empty.
  ///
  /// - Parameters:
  ///   - source: the place to read. A server may use it meanwhile; what it writes after the beginning is not copied.
  ///   - target: the place to fill. A folder gets a database file. The key of sign-in is not copied.
  ///   - progress: called after every few thousand rows.
  /// - Returns: the tables that were copied.
  /// - Throws: `SentenceError` if the source has no data or the target has some, or an error of a database. Then the target is as it was.
  package static func copy(
    from source: Storage,
    to target: Storage,
    progress: (DatabaseCopy.Progress) throws -> Void = { _ in }
  ) throws -> [DatabaseCopy.CopiedTable] {
    let migrations = migrations(of: systems)
    if case .folder(let folder) = source, !FileManager.default.fileExists(atPath: folder.database.path) {
      throw folder.isUnused
    }
    let from = try source.open(migrations)
    defer { try? from.close() }
    let to = try target.open(migrations)
    let copy = DatabaseCopy(
      from: from,
      to: to,
      derived: Catalogue.derivedTables,
      derive: { try Catalogue.makeIndex($0) }
    )
    do {
      let tables = try copy.run(progress: progress)
      try to.close()
      return tables
    } catch {
      try? to.close()
      throw error
    }
  }
}
