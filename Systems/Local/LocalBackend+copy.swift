import Foundation
import Naru
package import Storage
import Support

extension LocalBackend {
  /// Copies the data of all systems from one place to another one, which is empty.
  package static func copy(
    from source: StorageChoice,
    to target: StorageChoice,
    waiting busyWait: BusyWait = BusyWait(),
    progress: (DatabaseCopy.Progress) throws -> Void = { _ in }
  ) throws -> [DatabaseCopy.CopiedTable] {
    let migrations = migrations(of: systems)
    if case .folder(let folder) = source, !FileManager.default.fileExists(atPath: folder.database.path) {
      throw folder.isUnused
    }
    let from = try source.open(migrations, waiting: busyWait)
    defer { try? from.close() }
    let to = try target.open(migrations, waiting: busyWait)
    defer { try? to.close() }
    let tables = try DatabaseCopy(from: from, to: to).run(progress: progress)
    try to.close()
    return tables
  }
}
