public import Foundation
import Naru

/// Requests with their answers, as browsers and proxies record them: an HTTP Archive, version 1.2.
///
/// ``HARRecorder`` makes one of the calls of a client, ``HARTransport`` answers from one, and ``HAR/check(against:baseURL:)``
/// compares one with contracts.
public struct HAR: Codable, Sendable {
  /// What the file consists of.
  public var log: Log

  /// The requests with their answers, in the order in which they began.
  public var entries: [Entry] { log.entries }

  /// A recording by Naru.
  ///
  /// - Parameters:
  ///   - entries: the requests with their answers.
  ///   - redacting: names that are secret beside those that are everywhere.
  public init(_ entries: [Entry], redacting names: [String] = []) {
    log = Log(
      version: "1.2",
      creator: Creator(name: "Naru", version: "1"),
      entries: entries,
      redacting: names.isEmpty ? nil : names
    )
  }

  /// Reads a file.
  ///
  /// - Throws: `CocoaError` where there is none; ``HAR/Unreadable``, with the place, for one that is no HTTP Archive.
  public init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    do {
      self = try JSONDecoder().decode(HAR.self, from: data)
    } catch {
      throw Unreadable(file: file, cause: error)
    }
  }

  /// Writes a file in which the differences between two recordings can be seen, in place of one that is there.
  ///
  /// - Throws: `CocoaError` where nothing can be written.
  public func write(to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: file, options: .atomic)
  }

  /// What the file consists of.
  public struct Log: Codable, Sendable {
    /// The version of the format: `1.2`.
    public var version: String
    /// What made the recording.
    public var creator: Creator
    /// The requests with their answers.
    public var entries: [Entry]
    /// Names that were secret in this recording beside those that are everywhere.
    public var redacting: [String]?

    private enum CodingKeys: String, CodingKey {
      case version, creator, entries
      case redacting = "_redacting"
    }
  }

  /// What made a recording.
  public struct Creator: Codable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String
  }

  /// A request with its answer.
  public struct Entry: Codable, Sendable {
    /// When it began, in ISO 8601.
    public var startedDateTime: String
    /// How long it took, in milliseconds.
    public var time: Double
    /// What was asked.
    public var request: Request
    /// What was answered. Its status is 0 where no answer came.
    public var response: Response
    // The format wants it.
    var cache: Cache? = Cache()
    /// Where the time went.
    public var timings: Timings?
    /// The id of the endpoint, for a person who reads the file.
    public var endpoint: String?
    /// The name of the ``APIError/Code`` where no answer came.
    public var error: String?

    private enum CodingKeys: String, CodingKey {
      case startedDateTime, time, request, response, cache, timings
      case endpoint = "_endpoint"
      case error = "_error"
    }
  }

  /// What a cache did: nothing.
  struct Cache: Codable {}

  /// A file that is no HTTP Archive.
  public struct Unreadable: LocalizedError, CustomStringConvertible {
    /// The file.
    public let file: URL
    /// What is wrong with it.
    public let cause: any Error

    /// The name of the file, and the place in it that can't be read.
    public var description: String {
      let problem = cause as? DecodingError
      let place = problem.map { "\($0.codingPath.isEmpty ? "" : "\($0.codingPath.plainText): ")\($0.reason)" }
      return "\(file.lastPathComponent) is no HTTP Archive (HAR 1.2): \(place ?? "\(cause)")"
    }

    /// The same.
    public var errorDescription: String? { description }
  }
}
