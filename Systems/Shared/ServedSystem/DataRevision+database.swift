package import Foundation
package import Naru
package import Storage

extension DataRevision {
  /// The version of the data that a server returns from its database: any commit of any process changes it, and so does each minute, because
  /// some responses depend on the time.
  package static func of(_ database: Database, now: @escaping @Sendable () -> Date) throws -> DataRevision? {
    guard database.isShared else { return nil }
    let commits = try CommitCounter(database)
    return DataRevision { commits.count.map { "\($0) \(Int(now().timeIntervalSince1970 / 60))" } }
  }
}
