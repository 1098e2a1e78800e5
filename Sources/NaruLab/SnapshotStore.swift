/// Saves and restores all data of a server, for ``Lab``.
@_spi(Lab)
public protocol SnapshotStore: Sendable {
  /// The snapshots, the oldest first.
  var all: [LabAPI.Snapshot] { get }

  /// Saves the data under a name. A snapshot with this name is replaced.
  ///
  /// - Parameter name: the name.
  /// - Returns: the snapshot.
  /// - Throws: an error of the database.
  func save(_ name: String) async throws -> LabAPI.Snapshot

  /// Replaces the data with a snapshot. Requests in progress read the data from before or after that, never a mixture.
  ///
  /// - Parameter name: the name.
  /// - Returns: the snapshot, or `nil` if there is none with the name.
  /// - Throws: an error of the database.
  func restore(_ name: String) async throws -> LabAPI.Snapshot?

  /// Deletes a snapshot.
  ///
  /// - Parameter name: the name.
  /// - Returns: whether there was one.
  func remove(_ name: String) -> Bool
}
