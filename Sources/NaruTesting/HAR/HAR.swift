public import Foundation
import Naru

/// A recording of requests and responses: an HTTP Archive, version 1.2, as browsers and proxies write it.
///
/// ``HARRecorder`` records the calls of a client, ``HARTransport`` replays a recording, and ``check(against:baseURL:)`` compares
/// a recording with contracts.
public struct HAR: Sendable {
  /// The content of the file.
  package var log: Log

  /// The requests with their responses, in the order in which they were sent.
  package var entries: [Entry] { log.entries }

  /// Creates a recording of Naru's.
  ///
  /// - Parameters:
  ///   - entries: the requests with their responses.
  ///   - names: secret names in addition to the usual ones.
  package init(_ entries: [Entry], redacting names: [String] = []) {
    log = Log(
      version: "1.2",
      creator: Creator(name: "Naru", version: "1"),
      entries: entries,
      redacting: names.isEmpty ? nil : names
    )
  }

  /// Reads a recording from a file.
  ///
  /// - Parameter file: the file.
  /// - Throws: `CocoaError` if the file can't be read; ``Unreadable`` if it is not an HTTP Archive.
  public init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    do {
      log = try JSONDecoder().decode(Archive.self, from: data).log
    } catch {
      throw Unreadable(file: file, cause: error)
    }
  }

  /// Writes the recording to a file, in a form that shows the differences between two recordings. An existing file is replaced.
  ///
  /// - Parameter file: the file.
  /// - Throws: `CocoaError` if the file can't be written.
  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(Archive(log: log)).write(to: file, options: .atomic)
  }

  /// An error that says why a file is not an HTTP Archive.
  public struct Unreadable: LocalizedError, CustomStringConvertible {
    let file: URL
    let cause: any Error

    /// The name of the file, and the place in it that is wrong.
    public var description: String {
      let problem = cause as? DecodingError
      let place = problem.map { "\($0.codingPath.isEmpty ? "" : "\($0.codingPath.plainText): ")\($0.reason)" }
      return "\(file.lastPathComponent) is not an HTTP Archive (HAR 1.2): \(place ?? "\(cause)")"
    }

    /// The same text as ``description``.
    public var errorDescription: String? { description }
  }
}

/// The file.
private struct Archive: Codable {
  var log: HAR.Log
}
