package import Local
import StorageTesting

extension Storage {
  /// An empty place of the engine that the tests run on.
  package static var forTests: Storage {
    get throws { try TestDatabase.newAddress().map(Storage.postgreSQL) ?? .memory }
  }
}
