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

  /// The weights of the finished books: one point for each, up to 20 for a class.
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

  /// The classes by number of finished books, largest first; equal ones in the order of the classification.
  var favorites: [String] {
    KDCClass.allCases.map(\.koreanName).filter { finished[$0] != nil }.stablySorted { finished[$0] ?? 0 }
  }
}
