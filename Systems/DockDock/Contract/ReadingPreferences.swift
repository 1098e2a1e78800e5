public import Naru

/// A genre that a reader can like.
@Payload(init: true)
public struct Genre: Sendable, Hashable, Identifiable {
  /// The id: `novel`.
  public var id: String
  /// The Korean name: 소설.
  public var name: String
  /// An emoji.
  public var icon: String
  /// What it is about, in a sentence.
  public var description: String
}

/// What a reader likes.
@Payload(keys: .snakeCase, init: true)
public struct ReadingPreferences: Sendable, Hashable {
  /// The ids of genres, the most liked first; at least one.
  public var preferredGenres: [Genre.ID]
  /// Books to put on the wishlist.
  @Key("selected_book_ids") public var selectedBookIDs: [Book.ID]?
  /// Why the reader reads, in words of the app's choice: at most 10, of at most 40 characters. `growth`, `fun`, `healing`, `knowledge`
  /// and `communication` count in the report.
  public var readingPurposes: [String]?
  /// How long a book should be.
  public var preferredLength: PreferredLength?
  /// How fast the reader reads.
  public var readingPace: ReadingPace?
  /// How difficult a book should be.
  public var preferredDifficulty: PreferredDifficulty?
}

/// How long a book should be.
@Payload
public enum PreferredLength: String, Sendable, CaseIterable {
  /// Up to 200 pages.
  case short
  /// 201 to 400 pages.
  case medium
  /// More than 400 pages.
  case long
  /// It does not matter.
  case any
}

/// How fast somebody reads.
@Payload
public enum ReadingPace: String, Sendable, CaseIterable {
  /// Fast.
  case fast
  /// Neither fast nor slow.
  case medium
  /// Slowly.
  case slow
}

/// How difficult a book should be.
@Payload
public enum PreferredDifficulty: String, Sendable, CaseIterable {
  /// Easy.
  case easy
  /// Neither easy nor difficult.
  case moderate
  /// Difficult.
  case challenging
  /// It does not matter.
  case any
}

/// Whether a reader has answered.
@Payload(init: true)
public struct OnboardingStatus: Sendable, Hashable {
  /// Whether there are answers.
  public var completed: Bool
}
