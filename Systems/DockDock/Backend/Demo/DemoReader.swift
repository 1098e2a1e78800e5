import DockDock
import Foundation
import Naru

/// A made-up reader with preferences.
struct DemoReader: Sendable {
  let user: Caller.User
  let answers: ReadingPreferences
  /// The seed of all random choices.
  let seed: UInt64

  init(_ user: Caller.User, seed: UInt64, _ answers: ReadingPreferences) {
    self.user = user
    self.seed = seed
    self.answers = answers
  }

  /// The authors of the demo's reviews. They have no accounts, so no one can sign in as one of them.
  static let all: [DemoReader] = [
    .init(1, "서점지기", ["novel", "philosophy", "travel"], .slow, .any, ["fun", "healing"]),
    .init(2, "밤의독서", ["novel", "history", "philosophy"], .medium, .challenging, ["knowledge"]),
    .init(3, "한강변책벌레", ["novel", "science", "history"], .fast, .any, ["growth", "fun"]),
    .init(4, "퇴근길한장", ["novel", "tech", "travel"], .medium, .easy, ["growth"]),
    .init(5, "Hoopoe", ["science", "tech", "travel"], .fast, .moderate, ["knowledge", "fun"]),
    .init(6, "고요한오후", ["philosophy", "history", "science"], .slow, .challenging, ["communication"]),
  ]

  /// Creates the reader of a signed-in user.
  static func visitor(_ user: Caller.User) -> DemoReader {
    let answers = ReadingPreferences(
      preferredGenres: ["novel", "science", "travel"],
      readingPurposes: ["fun", "knowledge"],
      preferredLength: .medium,
      readingPace: .medium,
      preferredDifficulty: .moderate
    )
    return DemoReader(user, seed: 0, answers)
  }

  private init(
    _ number: UInt8,
    _ name: String,
    _ genres: [Genre.ID],
    _ pace: ReadingPace,
    _ difficulty: PreferredDifficulty,
    _ purposes: [String]
  ) {
    // `demo dockdock` in ASCII and the number, as a version-8 UUID, which no account has.
    let id = UUID(uuid: (0x64, 0x65, 0x6D, 0x6F, 0x64, 0x6F, 0x80, 0x63, 0x80, 0x64, 0x6F, 0x63, 0x6B, 0, 0, number))
    self.init(
      Caller.User(id: id, name: name),
      seed: UInt64(number),
      ReadingPreferences(
        preferredGenres: genres,
        readingPurposes: purposes,
        preferredLength: .any,
        readingPace: pace,
        preferredDifficulty: difficulty
      )
    )
  }
}

/// The sentences of fictional readers, which fit every book.
enum DemoTexts {
  static let records: [(RecordType, String)] = [
    (.note, "첫 장부터 속도가 붙는다. 오늘은 여기까지."),
    (.note, "인물이 많아서 이름을 적어 가며 읽는 중."),
    (.note, "이 장은 다시 읽을 것. 앞에서 놓친 이야기가 여기서 이어진다."),
    (.note, "지하철에서 읽다가 한 정거장을 지나쳤다."),
    (.note, "그림과 표가 본문보다 친절하다. 모르는 낱말 세 개를 찾아봤다."),
    (.note, "도서관에 반납하기 전에 한 권 사 두기로 했다."),
    (.quote, "“천천히 가는 사람이 더 많은 것을 본다.”"),
    (.quote, "“모르는 것을 모른다고 말하는 데서 배움이 시작된다.”"),
    (.quote, "“하루는 짧고, 한 사람의 이야기는 길다.”"),
    (.thought, "나라면 다르게 골랐을 것 같다. 그래도 이해는 된다."),
    (.thought, "작년에 읽은 책과 정반대의 주장이라 흥미롭다."),
    (.thought, "아이에게 소리 내어 읽어 주고 싶은 대목이다."),
  ]

  /// Reviews by rating, 3…5.
  static let reviews: [Int: [String]] = [
    3: ["초반은 좋았는데 뒤로 갈수록 힘이 빠집니다. 한 번쯤 읽어 볼 만해요.", "기대가 컸던 만큼 조금 아쉬웠습니다. 번역은 매끄러워요."],
    4: ["군더더기 없이 읽힙니다. 주말 하루면 충분해요.", "어려운 내용을 쉽게 풀어 썼어요. 예시가 조금만 더 있었다면.", "잔잔하지만 오래 남는 책입니다."],
    5: ["올해 읽은 책 가운데 가장 좋았습니다. 주변에 선물하고 있어요.", "마지막 장을 덮고 한참 앉아 있었습니다.", "곁에 두고 자주 펼쳐 볼 책입니다. 강력히 추천해요."],
  ]
}
