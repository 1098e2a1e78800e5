extension Result where Failure == any Error {
  /// Captures what an asynchronous operation returns or throws.
  package init(_ operation: () async throws -> Success) async {
    do {
      self = .success(try await operation())
    } catch {
      self = .failure(error)
    }
  }
}
