package import Foundation
package import Local
import StorageTesting

extension StorageChoice {
  /// An empty place of the engine that the tests run on.
  package static var forTests: StorageChoice {
    get throws { try TestDatabase.newAddress().map(StorageChoice.postgreSQL) ?? .memory }
  }

  /// An empty place of the engine that the tests run on, for several servers at a time.
  package static func shared(in folder: URL) throws -> StorageChoice {
    try TestDatabase.newAddress().map(StorageChoice.postgreSQL) ?? .folder(DataFolder(folder))
  }
}
