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
    if case .folder(let folder) = source, access(folder.url.path, W_OK) != 0 {
      throw MessageError(
        korean: "\(folder.url.path)에 쓸 수 없어 열 수 없습니다. 폴더를 쓸 수 있는 곳에 복사해서 `--from`에 지정해 주세요.",
        english: """
          \(folder.url.path) is read-only, so the database can't be opened. Copy the folder to a place that is writable, and name \
          that in `--from`.
          """
      )
    }
    let from = try source.open(migrations, waiting: busyWait)
    defer { try? from.close() }
    let to = try target.open(migrations, waiting: busyWait)
    do {
      let tables = try DatabaseCopy(from: from, to: to).run(progress: progress)
      try to.close()
      return tables
    } catch {
      try? to.close()
      throw error
    }
  }
}
