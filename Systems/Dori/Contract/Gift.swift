public import Foundation
public import Naru

/// A gift of money, given or received. The backend calls it a transaction.
@Payload
public struct Gift: Sendable, Hashable, Identifiable {
  /// Which way a gift went.
  @Payload
  public enum Direction: String, Sendable, CaseIterable {
    /// From the one who keeps the ledger: 준 것.
    case given
    /// To the one who keeps the ledger: 받은 것.
    case received

    /// The name to show: `준 것`.
    public var title: Sentence {
      switch self {
      case .given: Sentence(korean: "준 것", english: "given")
      case .received: Sentence(korean: "받은 것", english: "received")
      }
    }
  }

  /// What a gift was made for.
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

    /// The name to show: `결혼식`.
    public var title: Sentence {
      switch self {
      case .wedding: Sentence(korean: "결혼식", english: "wedding")
      case .funeral: Sentence(korean: "장례식", english: "funeral")
      case .firstBirthday: Sentence(korean: "돌잔치", english: "first birthday")
      case .housewarming: Sentence(korean: "집들이", english: "housewarming")
      case .birthday: Sentence(korean: "생일", english: "birthday")
      case .other: Sentence(korean: "기타", english: "other")
      }
    }
  }

  /// The id, which the app makes.
  public var id: LedgerID
  /// Who gave or received it.
  @Key("personId") public var personID: Person.ID
  /// Which way it went.
  @Key("type") public var direction: Direction
  /// What it was made for.
  @Key("eventType") public var event: Event
  /// Whole won, 0…1,000,000,000.
  public var amount: Int
  /// When it was made; whole seconds, from 1900 to 2999 by Seoul's calendar.
  public var date: Date
  /// Whether the one who gave it was there in person.
  public var attended: Bool
  /// What one wants to remember of it, up to 500 characters.
  public var memo: String?

  /// A gift, with a new id where none is given.
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
