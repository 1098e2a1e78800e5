extension AsyncSequence {
  /// All elements, when there are no more.
  ///
  /// Both packages compile this file.
  package func all() async throws -> [Element] {
    var all: [Element] = []
    for try await element in self { all.append(element) }
    return all
  }
}
