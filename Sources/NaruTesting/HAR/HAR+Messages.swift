import Foundation

// The parts of an entry. What the format requires and Naru has no use for is optional here, so that a file without it can be
// read, and has a value, so that it is written.

extension HAR {
  /// A name with a value: a header field, or an item of a query.
  public struct Pair: Codable, Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String
  }

  /// What was asked.
  public struct Request: Codable, Sendable {
    /// The method.
    public var method: String
    /// The whole URL.
    public var url: String
    /// The version of HTTP. Empty in a recording by Naru, which does not know it.
    public var httpVersion: String? = ""
    /// Cookies. Empty in a recording by Naru: they are secret.
    public var cookies: [Pair]? = []
    /// The header fields.
    public var headers: [Pair]
    /// The items of the query, which are in the URL too.
    public var queryString: [Pair]? = []
    /// The body. `nil` where there was none.
    public var postData: PostData?
    /// How many bytes the head had: -1 for not known.
    public var headersSize: Int? = -1
    /// How many bytes the body had: -1 for not known.
    public var bodySize: Int? = -1

    private enum CodingKeys: String, CodingKey {
      case method, url, httpVersion, headers, queryString, postData, headersSize, bodySize, cookies
    }
  }

  /// The body of a request.
  public struct PostData: Codable, Sendable {
    /// The media type.
    public var mimeType: String
    /// The text, or bytes in ``encoding``. `nil` where it was not recorded.
    public var text: String?
    /// `base64` for bytes that are no text.
    public var encoding: String?
    /// Why it was not recorded.
    public var comment: String?

    private enum CodingKeys: String, CodingKey {
      case mimeType, text, comment
      case encoding = "_encoding"
    }
  }

  /// What was answered.
  public struct Response: Codable, Sendable {
    /// The status; 0 where no answer came.
    public var status: Int
    /// The reason phrase.
    public var statusText: String? = ""
    /// The version of HTTP. Empty in a recording by Naru, which does not know it.
    public var httpVersion: String? = ""
    /// Cookies. Empty in a recording by Naru: they are secret.
    public var cookies: [Pair]? = []
    /// The header fields.
    public var headers: [Pair]
    /// The body.
    public var content: Content
    /// The header field `Location`.
    public var redirectURL: String? = ""
    /// How many bytes the head had: -1 for not known.
    public var headersSize: Int? = -1
    /// How many bytes the body had: -1 for not known.
    public var bodySize: Int? = -1
  }

  /// The body of an answer.
  public struct Content: Codable, Sendable {
    /// How many bytes it had.
    public var size: Int
    /// The media type.
    public var mimeType: String
    /// The text, or bytes in ``encoding``. `nil` where it was not recorded.
    public var text: String?
    /// `base64` for bytes that are no text.
    public var encoding: String?
    /// Why it was not recorded.
    public var comment: String?
  }

  /// Where the time went, in milliseconds.
  public struct Timings: Codable, Sendable {
    /// For the request.
    public var send: Double = 0
    /// Until the head of the answer.
    public var wait: Double = 0
    /// For the body of the answer.
    public var receive: Double = 0
  }
}
