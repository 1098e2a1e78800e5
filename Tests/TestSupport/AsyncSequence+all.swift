extension AsyncSequence {
  /// Reads to the end of the sequence, and returns its elements.
  ///
  /// Both packages compile this file.
  package func all() async throws -> [Element] {
    var all: [Element] = []
    for try await element in self { all.append(element) }
    return all
  }
}
