public import Naru

/// How a person is related to the one who keeps the ledger.
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

  /// The name to show: `친구`.
  public var title: Sentence {
    switch self {
    case .family: Sentence(korean: "가족", english: "family")
    case .relative: Sentence(korean: "친척", english: "relative")
    case .friend: Sentence(korean: "친구", english: "friend")
    case .colleague: Sentence(korean: "동료", english: "colleague")
    case .acquaintance: Sentence(korean: "지인", english: "acquaintance")
    case .other: Sentence(korean: "기타", english: "other")
    }
  }
}

/// Somebody to whom gifts are given, or from whom they are received.
@Payload
public struct Person: Sendable, Hashable, Identifiable {
  /// The id, which the app makes.
  public var id: LedgerID
  /// The name, 1…40 characters.
  public var name: String
  /// How the person is related.
  public var relationship: Relationship
  /// What one wants to remember of the person, up to 500 characters.
  public var memo: String?
  /// The gifts between the two, newest first. The server fills them in; it ignores those that it is sent.
  @Key("transactions") public var gifts: [Gift] = []

  /// A person, with a new id where none is given.
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
  /// What the person was given, in won.
  public var given: Int { gifts.total(.given) }

  /// What was received from the person, in won.
  public var received: Int { gifts.total(.received) }

  /// What was received less what was given, in won. Above zero there is something to reciprocate.
  public var balance: Int { received - given }
}

extension Sequence<Gift> {
  /// The amounts of the gifts that went one way, in won.
  public func total(_ direction: Gift.Direction) -> Int {
    reduce(0) { $1.direction == direction ? $0 + $1.amount : $0 }
  }
}
