public import Naru

/// Whom to block.
@Payload(init: true)
public struct PersonToBlock: Sendable, Hashable {
  /// The number of the person.
  @Key("userId") public var id: UserID
}
