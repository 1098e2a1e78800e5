public import Naru

/// The body of a request to block a user.
@Payload(init: true)
public struct BlockRequest: Sendable, Hashable {
  /// The id of the user to block.
  @Key("userId") public var id: UserID
}
