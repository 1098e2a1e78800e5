public import Naru

/// A genre to choose from.
@Payload(init: true)
public struct Genre: Sendable, Hashable, Identifiable {
  /// The id: `novel`.
  public var id: String
  /// The Korean name: 소설.
  public var name: String
  /// An emoji.
  public var icon: String
  /// A description in one sentence.
  public var description: String
}

/// A reader's answers to the onboarding questions.
@Payload(keys: .snakeCase, init: true)
public struct ReadingPreferences: Sendable, Hashable {
  /// The ids of the preferred genres, favorite first; at least one.
  @Constraints(.items(1...)) public var preferredGenres: [Genre.ID]
  /// Books to put on the wishlist.
  @Key("selected_book_ids") @Constraints(.items(...100)) public var selectedBookIDs: [Book.ID]?
  /// Why the reader reads, in the app's own words: at most 10, of at most 40 characters each. `growth`, `fun`,
  /// `healing`, `knowledge` and `communication` count in the report.
  @Constraints(.items(...10), .length(1...40)) public var readingPurposes: [String]?
  /// The preferred length of a book.
  public var preferredLength: PreferredLength?
  /// The reading pace.
  public var readingPace: ReadingPace?
  /// The preferred difficulty of a book.
  public var preferredDifficulty: PreferredDifficulty?
}

/// The preferred length of a book.
@Payload
public enum PreferredLength: String, Sendable, CaseIterable {
  /// Up to 200 pages.
  case short
  /// 201 to 400 pages.
  case medium
  /// More than 400 pages.
  case long
  /// No preference.
  case any

  /// The name to show: `200쪽까지`.
  public var title: LocalizedMessage {
    switch self {
    case .short: LocalizedMessage(korean: "200쪽까지", english: "Up to 200 pages")
    case .medium: LocalizedMessage(korean: "201~400쪽", english: "201 to 400 pages")
    case .long: LocalizedMessage(korean: "400쪽 넘게", english: "More than 400 pages")
    case .any: LocalizedMessage(korean: "상관없음", english: "Any")
    }
  }
}

/// A reading pace.
@Payload
public enum ReadingPace: String, Sendable, CaseIterable {
  /// 빠르게.
  case fast
  /// 보통.
  case medium
  /// 천천히.
  case slow

  /// The name to show: `빠르게`.
  public var title: LocalizedMessage {
    switch self {
    case .fast: LocalizedMessage(korean: "빠르게", english: "Fast")
    case .medium: LocalizedMessage(korean: "보통", english: "Medium")
    case .slow: LocalizedMessage(korean: "천천히", english: "Slow")
    }
  }
}

/// The preferred difficulty of a book.
@Payload
public enum PreferredDifficulty: String, Sendable, CaseIterable {
  /// 쉬운 책.
  case easy
  /// 보통.
  case moderate
  /// 어려운 책.
  case challenging
  /// No preference.
  case any

  /// The name to show: `쉬운 책`.
  public var title: LocalizedMessage {
    switch self {
    case .easy: LocalizedMessage(korean: "쉬운 책", english: "Easy")
    case .moderate: LocalizedMessage(korean: "보통", english: "Moderate")
    case .challenging: LocalizedMessage(korean: "어려운 책", english: "Challenging")
    case .any: LocalizedMessage(korean: "상관없음", english: "Any")
    }
  }
}

/// The state of a reader's onboarding.
@Payload(init: true)
public struct OnboardingStatus: Sendable, Hashable {
  /// Whether the reader has answered the questions.
  public var completed: Bool
}
