import DockDock

extension ReadingStyles {
  /// Creates the shares from points. Every style starts with one point.
  init(_ answers: ReadingPreferences, _ history: ReaderHistory) {
    // Wide: the number of genres and classes.
    let wide = 1 + answers.preferredGenres.count + 2 * history.finished.count
    // Deep: long and difficult books, a slow pace, and the number of books of one class.
    let deep =
      1 + (answers.preferredLength == .long ? 3 : 0) + (answers.readingPace == .slow ? 3 : 0)
      + (answers.preferredDifficulty == .challenging ? 3 : 0) + (history.finished.values.max() ?? 0)
    // Written: one point for every two records, up to ten points.
    let written = 1 + min(history.recordCount / 2, 10)
    // Steady: finished books, up to twelve, and a fast pace.
    let steady = 1 + min(history.finishedCount, 12) + (answers.readingPace == .fast ? 3 : 0)
    let points = [wide, deep, written, steady]
    let shares = Self.shares(points)
    let styles = zip(Self.ways, shares).map {
      ReadingStyle(title: $0.title, description: $0.description, percentage: $1)
    }
    let ordered = styles.stablySorted(by: \.percentage)
    self.init(main: ordered[0], others: Array(ordered.dropFirst()))
  }

  private static let ways: [(title: String, description: String)] = [
    ("넓게 읽기", "여러 분야를 오가며 읽습니다."),
    ("깊게 읽기", "한 권, 한 분야에 오래 머뭅니다."),
    ("쓰면서 읽기", "메모와 인용을 남기며 읽습니다."),
    ("꾸준히 읽기", "한 권을 끝내고 다음 권으로 갑니다."),
  ]

  /// Returns whole percentages that add up to 100: the points left over from rounding down go to the largest
  /// remainders; of equal ones, to the first.
  static func shares(_ points: [Int]) -> [Int] {
    let sum = points.reduce(0, +)
    var shares = points.map { $0 * 100 / sum }
    let byRemainder = points.indices.sorted { left, right in
      let (a, b) = (points[left] * 100 % sum, points[right] * 100 % sum)
      return a == b ? left < right : a > b
    }
    for index in byRemainder.prefix(100 - shares.reduce(0, +)) { shares[index] += 1 }
    return shares
  }
}
