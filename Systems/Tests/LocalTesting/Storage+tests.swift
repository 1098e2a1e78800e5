package import Foundation
package import Local
import StorageTesting

extension Storage {
  /// An empty place of the engine that the tests run on.
  package static var forTests: Storage {
    get throws { try TestDatabase.newAddress().map(Storage.postgreSQL) ?? .memory }
  }

  /// An empty place of the engine that the tests run on, for several servers at a time.
  package static func shared(in folder: URL) throws -> Storage {
    try TestDatabase.newAddress().map(Storage.postgreSQL) ?? .folder(DataFolder(folder))
  }
}
