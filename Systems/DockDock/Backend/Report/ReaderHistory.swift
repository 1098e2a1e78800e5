import Catalogue
import DockDock

/// The facts of a reader's shelf and records that count in the report.
struct ReaderHistory: Sendable, Equatable {
  /// The number of finished books by the Korean name of their main class.
  var finished: [String: Int] = [:]
  /// The number of records.
  var recordCount = 0
  /// The books on the shelf, which are not recommended.
  var shelf: Set<Book.ID> = []

  /// The number of finished books whose class is known.
  var finishedCount: Int { finished.values.reduce(0, +) }

  private static let traits: [String: Trait] = [
    "문학": .openness, "예술": .openness, "철학": .openness, "자연과학": .openness, "사회과학": .conscientiousness,
    "기술과학": .conscientiousness, "총류": .conscientiousness, "역사": .conscientiousness, "종교": .emotionalStability,
    "언어": .agreeableness,
  ]

  /// What the finished books of each class add: one point per book, up to 20.
  var weights: [TraitWeights] {
    finished.compactMap { name, count in Self.traits[name].map { [$0: min(count, 20)] } }
  }

  /// The classes by number of finished books, largest first; equal ones in the order of the classification.
  var favorites: [String] {
    KDCClass.allCases.map(\.koreanName).filter { finished[$0] != nil }.stablySorted { finished[$0] ?? 0 }
  }
}
