public import Foundation
public import Naru

/// A reader's profile, by the rules in Systems/docs/dockdock.md: the same answers, shelf and records always give the same report.
@Payload(keys: .snakeCase, init: true)
public struct ReadingReport: Sendable, Hashable {
  /// The id of the reader.
  public var userID: String
  /// When it was made.
  public var createdAt: Date
  /// The type of reader.
  public var persona: ReaderPersona
  /// Five traits, 0…100.
  public var bigFive: BigFive
  /// The favorite subjects, at most three.
  public var readingDna: [ReadingGene]
  /// The ways of reading.
  public var readingStyle: ReadingStyles
  /// Genres to try next, at most four.
  public var directions: [ReadingDirection]
  /// Books that are not on the shelf, at most eight, best match first.
  public var recommendedBooks: [RecommendedBook]
}

/// A type of reader.
@Payload(keys: .snakeCase, init: true)
public struct ReaderPersona: Sendable, Hashable {
  /// The name.
  public var title: String
  /// An emoji.
  public var icon: String
  /// A short description.
  public var subtitle: String
  /// A description in one sentence.
  public var description: String
  /// The display color: `#4F7CAC`.
  public var color: String
  /// Typical traits.
  public var keyTraits: [String]
}

/// Five personality traits, each 0…100 with 50 in the middle.
@Payload(keys: .snakeCase, init: true)
public struct BigFive: Sendable, Hashable {
  /// Openness to experience.
  public var openness: Int
  /// Conscientiousness: diligence and order.
  public var conscientiousness: Int
  /// Extraversion: sociability and activity.
  public var extraversion: Int
  /// Agreeableness: sympathy with others.
  public var agreeableness: Int
  /// Emotional stability: calm.
  public var emotionalStability: Int

  /// The traits with the names to show, in order.
  public var traits: [(name: LocalizedMessage, value: Int)] {
    [
      (LocalizedMessage(korean: "개방성", english: "Openness"), openness),
      (LocalizedMessage(korean: "성실성", english: "Conscientiousness"), conscientiousness),
      (LocalizedMessage(korean: "외향성", english: "Extraversion"), extraversion),
      (LocalizedMessage(korean: "우호성", english: "Agreeableness"), agreeableness),
      (LocalizedMessage(korean: "정서 안정성", english: "Emotional Stability"), emotionalStability),
    ]
  }
}

/// A subject that the reader reads often.
@Payload(init: true)
public struct ReadingGene: Sendable, Hashable {
  /// The name.
  public var title: String
  /// The reason.
  public var description: String
  /// An emoji.
  public var icon: String
  /// The display color.
  public var color: String
}

/// The ways of reading, with shares that add up to 100.
@Payload(init: true)
public struct ReadingStyles: Sendable, Hashable {
  /// The largest share.
  public var main: ReadingStyle
  /// The others, largest first.
  public var others: [ReadingStyle]
}

/// A way of reading.
@Payload(init: true)
public struct ReadingStyle: Sendable, Hashable {
  /// The name.
  public var title: String
  /// A description.
  public var description: String
  /// Its share, 0…100.
  public var percentage: Int
}

/// A genre to try.
@Payload(init: true)
public struct ReadingDirection: Sendable, Hashable {
  /// The genre.
  public var category: String
  /// The reason.
  public var reason: String
  /// Titles of books of the genre.
  public var examples: [String]
}

/// A recommended book.
@Payload(keys: .snakeCase, init: true)
public struct RecommendedBook: Sendable, Hashable {
  /// The book.
  public var book: Book
  /// The reason.
  public var reason: String
  /// How well the book matches, 0…100.
  public var matchScore: Int
}
