public import Foundation
public import Naru

/// What kind of reader somebody is, by the rules of docs/dockdock.md: the same answers, shelf and records give the same report.
@Payload(keys: .snakeCase, init: true)
public struct ReadingReport: Sendable, Hashable {
  /// Who it is about.
  public var userID: String
  /// When it was made.
  public var createdAt: Date
  /// The kind of reader.
  public var persona: ReaderPersona
  /// Five traits, 0…100.
  public var bigFive: BigFive
  /// What the reader reads, most first: at most three.
  public var readingDna: [ReadingGene]
  /// How the reader reads.
  public var readingStyle: ReadingStyles
  /// Where to go next: at most four.
  public var directions: [ReadingDirection]
  /// Books that are not on the shelf: at most eight, best first.
  public var recommendedBooks: [RecommendedBook]
}

/// A kind of reader.
@Payload(keys: .snakeCase, init: true)
public struct ReaderPersona: Sendable, Hashable {
  /// What it is called.
  public var title: String
  /// An emoji.
  public var icon: String
  /// It in a few words.
  public var subtitle: String
  /// It in a sentence.
  public var description: String
  /// The colour to show it in: `#4F7CAC`.
  public var color: String
  /// What such readers are like.
  public var keyTraits: [String]
}

/// Five traits of a reader, each 0…100 and 50 in the middle.
@Payload(keys: .snakeCase, init: true)
public struct BigFive: Sendable, Hashable {
  /// Openness to what is new.
  public var openness: Int
  /// Diligence and order.
  public var conscientiousness: Int
  /// Liking company and action.
  public var extraversion: Int
  /// Sympathy with others.
  public var agreeableness: Int
  /// Calm.
  public var emotionalStability: Int
}

/// Something that a reader reads much of.
@Payload(init: true)
public struct ReadingGene: Sendable, Hashable {
  /// What it is called.
  public var title: String
  /// Why it is here.
  public var description: String
  /// An emoji.
  public var icon: String
  /// The colour to show it in.
  public var color: String
}

/// How a reader reads: shares of 100 in all.
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
  /// What it is called.
  public var title: String
  /// What it is.
  public var description: String
  /// Its share, 0…100.
  public var percentage: Int
}

/// A category to try.
@Payload(init: true)
public struct ReadingDirection: Sendable, Hashable {
  /// The category.
  public var category: String
  /// Why.
  public var reason: String
  /// Titles out of it.
  public var examples: [String]
}

/// A book that fits a reader.
@Payload(keys: .snakeCase, init: true)
public struct RecommendedBook: Sendable, Hashable {
  /// The book.
  public var book: Book
  /// Why it fits.
  public var reason: String
  /// How well it fits, 0…100.
  public var matchScore: Int
}
