package import Foundation
import Naru

/// The format of an HTTP Archive, version 1.2. Fields that the format requires and tools leave out are optional, so that a file
/// without them can be read. Those that Naru does not use have default values, so that they are written.
package struct HARFile: Codable, Sendable {
  package var log: Log

  /// A file of Naru's.
  package init(_ entries: [Entry], redacting names: [String] = []) {
    log = Log(
      version: "1.2",
      creator: Creator(name: "Naru", version: "1"),
      entries: entries,
      redacting: names.isEmpty ? nil : names
    )
  }

  /// Reads a file.
  package init(contentsOf file: URL) throws {
    let data = try Data(contentsOf: file)
    do {
      self = try JSONDecoder().decode(HARFile.self, from: data)
    } catch {
      let reason = (error as? DecodingError)?.plainText ?? "\(error)"
      throw MessageError("\(file.lastPathComponent) is not an HTTP Archive (HAR 1.2): \(reason)")
    }
  }

  /// The file, in a form that shows the differences between two recordings.
  package var data: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }

  /// The file before its first entry, for a file that is written entry by entry, with commas between.
  package static let start = Data(
    #"{"log": {"version": "1.2", "creator": {"name": "Naru", "version": "1"}, "entries": [\#n"#.utf8
  )
  /// The file after its last entry.
  package static let end = Data("\n]}}\n".utf8)

  package struct Log: Codable, Sendable {
    /// The version of the format: `1.2`.
    package var version: String
    package var creator: Creator
    package var entries: [Entry]
    /// The secret names of this recording in addition to the usual ones.
    package var redacting: [String]?

    private enum CodingKeys: String, CodingKey {
      case version, creator, entries
      case redacting = "_redacting"
    }
  }

  /// The program that made a recording.
  package struct Creator: Codable, Sendable {
    package var name: String
    package var version: String
  }

  /// A request with its response.
  package struct Entry: Codable, Sendable {
    /// When the request was sent, in ISO 8601.
    package var startedDateTime: String
    /// How long the call took, in milliseconds.
    package var time: Double
    package var request: Request
    /// The response, which may not have arrived.
    package var response: Response
    // The format requires it.
    var cache: Cache? = Cache()
    package var timings: Timings?
    /// The endpoint's id, for readers of the file.
    package var endpoint: String?
    /// The name of the `APIError.Code` if no response arrived.
    package var error: String?

    /// The entry as a part of a file, on one line.
    package var data: Data {
      get throws { try JSONCoding().encode(self) }
    }

    private enum CodingKeys: String, CodingKey {
      case startedDateTime, time, request, response, cache, timings
      case endpoint = "_endpoint"
      case error = "_error"
    }
  }

  /// An empty description of the cache.
  struct Cache: Codable {}

  /// A header field, or an item of a query.
  package struct Pair: Codable, Sendable, Equatable {
    package var name: String
    package var value: String
  }

  package struct Request: Codable, Sendable {
    package var method: String
    package var url: String
    /// The version of HTTP. Empty in Naru's recordings, because a transport does not report it.
    package var httpVersion: String? = ""
    /// Cookies. Empty in Naru's recordings, because they are secret.
    package var cookies: [Pair]? = []
    package var headers: [Pair]
    /// The items of the query, which the URL has too.
    package var queryString: [Pair]? = []
    /// The body; `nil` if there is none.
    package var postData: PostData?
    /// The size of the head in bytes; -1 if it is unknown.
    package var headersSize: Int? = -1
    /// The size of the body in bytes; -1 if it is unknown.
    package var bodySize: Int? = -1
  }

  /// The body of a request.
  package struct PostData: Codable, Sendable {
    /// The media type.
    package var mimeType: String?
    /// The string, or bytes in ``encoding``. `nil` if the body was not recorded.
    package var text: String?
    /// `base64` for bytes that are not UTF-8.
    package var encoding: String?
    /// Why the body was not recorded.
    package var comment: String?

    private enum CodingKeys: String, CodingKey {
      case mimeType, text, comment
      case encoding = "_encoding"
    }
  }

  package struct Response: Codable, Sendable {
    /// The status. No response arrived if it is not from 1 to 999: Naru and browsers write 0, Playwright -1.
    package var status: Int
    /// The reason phrase.
    package var statusText: String? = ""
    /// The version of HTTP. Empty in Naru's recordings, because a transport does not report it.
    package var httpVersion: String? = ""
    /// Cookies. Empty in Naru's recordings, because they are secret.
    package var cookies: [Pair]? = []
    package var headers: [Pair]
    /// The body.
    package var content: Content
    /// The header field `Location`.
    package var redirectURL: String? = ""
    /// The size of the head in bytes; -1 if it is unknown.
    package var headersSize: Int? = -1
    /// The size of the body in bytes; -1 if it is unknown.
    package var bodySize: Int? = -1
  }

  /// The body of a response.
  package struct Content: Codable, Sendable {
    /// The size in bytes.
    package var size: Int?
    /// The media type.
    package var mimeType: String?
    /// The string, or bytes in ``encoding``. `nil` if the body was not recorded.
    package var text: String?
    /// `base64` for bytes that are not UTF-8.
    package var encoding: String?
    /// Why the body was not recorded.
    package var comment: String?
  }

  /// The parts of the time of a call, in milliseconds.
  package struct Timings: Codable, Sendable {
    /// The time for sending the request.
    package var send: Double? = 0
    /// The time until the head of the response.
    package var wait: Double? = 0
    /// The time for the body of the response.
    package var receive: Double? = 0
  }
}
