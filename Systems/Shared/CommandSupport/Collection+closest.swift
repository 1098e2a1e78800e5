extension StringProtocol {
  /// The number of characters to insert, delete, replace or swap with a neighbor to get another string.
  package func editDistance(to other: some StringProtocol) -> Int {
    let (left, right) = (Array(self), Array(other))
    var rows = [Array(0...right.count)]
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        var best = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (left[i] == right[j] ? 0 : 1))
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          best = Swift.min(best, rows[i - 1][j - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}

extension Collection where Element: StringProtocol {
  /// The string that is most like another one: at most two edits away, and fewer than half of its characters.
  package func closest(to text: some StringProtocol) -> Element? {
    map { (element: $0, distance: $0.editDistance(to: text)) }
      .filter { $0.distance <= 2 && $0.distance * 2 < Swift.max($0.element.count, text.count) }
      .min { $0.distance < $1.distance }?.element
  }
}
