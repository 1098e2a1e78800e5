public import Naru

/// The relationship of a person to the ledger's owner.
@Payload
public enum Relationship: String, Sendable, CaseIterable {
  /// 가족.
  case family
  /// 친척.
  case relative
  /// 친구.
  case friend
  /// 동료.
  case colleague
  /// 지인.
  case acquaintance
  /// 기타.
  case other

  /// The displayed name: `친구`.
  public var title: LocalizedMessage {
    switch self {
    case .family: LocalizedMessage(korean: "가족", english: "family")
    case .relative: LocalizedMessage(korean: "친척", english: "relative")
    case .friend: LocalizedMessage(korean: "친구", english: "friend")
    case .colleague: LocalizedMessage(korean: "동료", english: "colleague")
    case .acquaintance: LocalizedMessage(korean: "지인", english: "acquaintance")
    case .other: LocalizedMessage(korean: "기타", english: "other")
    }
  }
}

/// A person to whom the ledger's owner gives gifts, or from whom they receive them.
@Payload
public struct Person: Sendable, Hashable, Identifiable {
  /// The id, which the app generates.
  @Constraints(.format(.uuid)) public var id: LedgerID
  /// The name, 1…40 characters.
  @Constraints(.length(1...40)) public var name: String
  /// The relationship to the ledger's owner.
  public var relationship: Relationship
  /// A note of up to 500 characters.
  @Constraints(.length(...500)) public var memo: String?
  /// The gifts to and from the person, newest first. The server fills them in and ignores those that it receives.
  @Key("transactions") public var gifts: [Gift] = []

  /// Creates a person, with a new id by default.
  public init(
    id: LedgerID = LedgerID(),
    name: String,
    relationship: Relationship,
    memo: String? = nil,
    gifts: [Gift] = []
  ) {
    self.id = id
    self.name = name
    self.relationship = relationship
    self.memo = memo
    self.gifts = gifts
  }
}

extension Person {
  /// The total given to the person, in won.
  public var given: Int { gifts.total(.given) }

  /// The total received from the person, in won.
  public var received: Int { gifts.total(.received) }

  /// The total received minus the total given, in won. If it is positive, the owner has gifts to reciprocate.
  public var balance: Int { received - given }
}

extension Sequence<Gift> {
  /// Returns the total of the gifts of a direction, in won.
  public func total(_ direction: Gift.Direction) -> Int {
    reduce(0) { $1.direction == direction ? $0 + $1.amount : $0 }
  }
}
