public import Naru

/// Copies the data of a server, so that tests run side by side, for ``Laboratory``.
public protocol SpaceStore: Sendable {
  /// Copies the data.
  ///
  /// - Parameter snapshot: the snapshot to copy. `nil`: the data as it is now.
  /// - Returns: the server of the copy, or `nil` if there is no snapshot with the name.
  /// - Throws: an error of the database.
  func copy(of snapshot: String?) async throws -> ServedCopy?
}

/// The server of a copy of the data.
public struct ServedCopy: Sendable {
  /// The same contracts as those of the server, on the copy.
  public var contracts: [ServedContract]
  /// The people of the copy. `nil` if nobody can act as somebody else.
  public var people: (any PeopleDirectory)?

  /// Creates the server of a copy.
  public init(contracts: [ServedContract], people: (any PeopleDirectory)? = nil) {
    self.contracts = contracts
    self.people = people
  }
}
