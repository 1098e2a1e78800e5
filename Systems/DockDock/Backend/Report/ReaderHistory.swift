import Catalogue
import DockDock

/// What the shelf and the records say about a reader.
struct ReaderHistory: Sendable, Equatable {
  /// How many finished books there are of each main class, by its Korean name.
  var finished: [String: Int] = [:]
  /// How many records there are.
  var recordCount = 0
  /// The books of the shelf, which are not recommended.
  var shelf: Set<Book.ID> = []

  /// The number of finished books whose class is known.
  var finishedCount: Int { finished.values.reduce(0, +) }

  /// What the finished books count: one point for each, up to 20 of a class.
  var weights: TraitWeights {
    finished.reduce(TraitWeights()) { sum, pair in
      var sum = sum
      let count = min(pair.value, 20)
      switch pair.key {
      case "문학", "예술", "철학", "자연과학": sum.openness += count
      case "사회과학", "기술과학", "총류": sum.conscientiousness += count
      case "종교": sum.emotionalStability += count
      case "언어": sum.agreeableness += count
      case "역사": sum.conscientiousness += count
      default: break
      }
      return sum
    }
  }

  /// The classes with the most finished books first; of as many, in the order of the classification.
  var favourites: [String] {
    KDCClass.allCases.map(\.koreanName).filter { finished[$0] != nil }.stablySorted { finished[$0] ?? 0 }
  }
}
