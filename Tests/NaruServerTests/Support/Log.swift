import Logging
import Naru

/// A log handler that records lines.
struct Log: LogHandler {
  private let kept = Locked<[String]>([])
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  /// The lines, each with its level and metadata.
  var lines: [String] { kept.withLock { $0 } }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    kept.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
  }
}
