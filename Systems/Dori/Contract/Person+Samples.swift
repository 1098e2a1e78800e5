import Foundation
import Naru
import Support

extension Person {
  /// Twelve fictional people with 40 gifts of the two years before 2026-06-01, for previews, tests and the demo of the
  /// local backend. They come from a fixed seed, so that even the ids are always the same.
  public static let samples: [Person] = {
    var numbers = SeededRandom(seed: 2026)
    var people = names.map { name, relationship, memo in
      Person(id: numbers.id(), name: name, relationship: relationship, memo: memo)
    }
    // 2024-06-01 in Seoul.
    let start = 1_717_167_600
    let dates = (0..<40).map { _ in start + Int.random(in: 0..<730 * 86_400, using: &numbers) }.sorted(by: >)
    for date in dates {
      let index = Int.random(in: people.indices, using: &numbers)
      people[index].gifts.append(numbers.gift(of: people[index].id, on: date))
    }
    return people
  }()

  private static let names: [(String, Relationship, String?)] = [
    ("김민준", .friend, "고등학교 동창"), ("이서연", .colleague, "기획팀"), ("박도윤", .colleague, nil),
    ("최지우", .friend, "대학 동아리"), ("정하은", .relative, "이종사촌"), ("강시우", .relative, "큰집 형"),
    ("조수아", .acquaintance, "옆집"), ("윤예준", .friend, nil), ("장지호", .colleague, "전 직장 팀장님"),
    ("임채원", .family, "처제"), ("한유나", .acquaintance, nil), ("오승현", .other, "동네 서점 사장님"),
  ]
}

extension SeededRandom {
  /// Returns a UUID of version 4.
  fileprivate mutating func id() -> LedgerID {
    let (high, low) = (next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000, next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    let bytes = [high, low].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    return LedgerID(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
  }

  /// Returns a gift with a usual amount, such as 50,000 or 100,000 won at a wedding.
  fileprivate mutating func gift(of personID: Person.ID, on date: Int) -> Gift {
    let event = Gift.Event.allCases[Int.random(in: 0..<6, using: &self)]
    let amounts =
      switch event {
      case .wedding, .funeral: [50_000, 100_000, 100_000, 200_000, 300_000]
      case .firstBirthday: [50_000, 100_000]
      case .housewarming, .birthday, .other: [20_000, 30_000, 50_000]
      }
    return Gift(
      id: id(),
      personID: personID,
      direction: Bool.random(using: &self) ? .given : .received,
      event: event,
      amount: amounts[Int.random(in: amounts.indices, using: &self)],
      date: Date(timeIntervalSince1970: Double(date)),
      attended: Int.random(in: 0..<4, using: &self) > 0,
      memo: nil
    )
  }
}
