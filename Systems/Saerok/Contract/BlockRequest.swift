public import Naru

/// The body of a request to block a person.
@Payload(init: true)
public struct BlockRequest: Sendable, Hashable {
  /// The id of the person to block.
  @Key("userId") public var id: UserID
}
