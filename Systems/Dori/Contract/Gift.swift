public import Foundation
public import Naru

/// A gift of money, given or received. The backend calls it a transaction.
@Payload
public struct Gift: Sendable, Hashable, Identifiable {
  /// The direction of a gift.
  @Payload
  public enum Direction: String, Sendable, CaseIterable {
    /// Given by the ledger's owner: 준 것.
    case given
    /// Received by the ledger's owner: 받은 것.
    case received

    /// The displayed name: `준 것`.
    public var title: LocalizedMessage {
      switch self {
      case .given: LocalizedMessage(korean: "준 것", english: "given")
      case .received: LocalizedMessage(korean: "받은 것", english: "received")
      }
    }
  }

  /// The occasion of a gift.
  @Payload
  public enum Event: String, Sendable, CaseIterable {
    /// 결혼식.
    case wedding
    /// 장례식.
    case funeral
    /// 돌잔치, a child's first birthday.
    case firstBirthday
    /// 집들이.
    case housewarming
    /// 생일.
    case birthday
    /// 기타.
    case other

    /// The displayed name: `결혼식`.
    public var title: LocalizedMessage {
      switch self {
      case .wedding: LocalizedMessage(korean: "결혼식", english: "wedding")
      case .funeral: LocalizedMessage(korean: "장례식", english: "funeral")
      case .firstBirthday: LocalizedMessage(korean: "돌잔치", english: "first birthday")
      case .housewarming: LocalizedMessage(korean: "집들이", english: "housewarming")
      case .birthday: LocalizedMessage(korean: "생일", english: "birthday")
      case .other: LocalizedMessage(korean: "기타", english: "other")
      }
    }
  }

  /// The id, which the app generates.
  @Constraints(.format(.uuid)) public var id: LedgerID
  /// The person who gave or received it.
  @Key("personId") @Constraints(.format(.uuid)) public var personID: Person.ID
  /// Its direction.
  @Key("type") public var direction: Direction
  /// Its occasion.
  @Key("eventType") public var event: Event
  /// The amount in whole won, 0…1,000,000,000.
  @Constraints(.range(0...1_000_000_000)) public var amount: Int
  /// When it was given: whole seconds, from 1900 to 2999 in Seoul.
  public var date: Date
  /// Whether the giver attended in person.
  public var attended: Bool
  /// A note of up to 500 characters.
  @Constraints(.length(...500)) public var memo: String?

  /// Creates a gift, with a new id by default.
  public init(
    id: LedgerID = LedgerID(),
    personID: Person.ID,
    direction: Direction,
    event: Event,
    amount: Int,
    date: Date,
    attended: Bool,
    memo: String? = nil
  ) {
    self.id = id
    self.personID = personID
    self.direction = direction
    self.event = event
    self.amount = amount
    self.date = date
    self.attended = attended
    self.memo = memo
  }
}
