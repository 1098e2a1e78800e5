package import InMemoryLogging

extension InMemoryLogHandler {
  /// The lines, each with its level and metadata.
  package var lines: [String] { entries.map { "\($0.level) \($0.message) \($0.metadata)" } }
}
