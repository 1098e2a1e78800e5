import Foundation
import HTTPTypes

/// Reads the responses of one type of result. ``judged(_:_:)`` decides what a response is, for the caller and for every middleware.
package protocol ResponseReader: SendableMetatype {
  associatedtype Value: Sendable

  /// The statuses of a success outside of 2xx.
  static var statuses: [Int] { get }

  /// Reads the value of a success.
  ///
  /// - Throws: ``ServerFailure`` if the body reports a failure; any other error if the response is not the contract's.
  static func read(_ response: APIResponse, _ request: APIRequest) throws -> Value
}

extension ResponseReader {
  package static var statuses: [Int] { [] }

  static func isSuccess(_ status: HTTPResponse.Status) -> Bool {
    status.kind == .successful || statuses.contains(status.code)
  }

  /// Returns the value of a success.
  ///
  /// - Throws: an ``APIError`` for a failure in the format of the contract, with any status, and for a response that is not the
  ///   contract's (``APIError/isForeign``): a web page, a value of another type, a redirect.
  package static func judged(_ response: APIResponse, _ request: APIRequest) throws(APIError) -> Value {
    guard let judgment = response.judgment else { return try value(response, request) }
    return try judgment.value { () throws(APIError) in try value(response, request) }
  }

  private static func value(_ response: APIResponse, _ request: APIRequest) throws(APIError) -> Value {
    let status = response.head.status
    guard isSuccess(status) else {
      let body = (response.inUTF8 ?? response).body
      let failure = request.endpoint.format.decodeFailure(from: body, head: response.head)
      // A proxy's error page has no information about the value.
      if status == request.endpoint.nilOn, failure != nil || response.body.isEmpty {
        return try value(APIResponse(head: HTTPResponse(status: .noContent)), request)
      }
      var error = APIError(failure ?? ServerFailure(), response.head, request.endpoint)
      if failure?.message == nil { error.excerpt = response.excerpt }
      // A page that names a size is the web server's in front of the contract's: the same request never succeeds.
      error.isForeign =
        failure == nil && (response.isPage && ![413, 414, 431].contains(status.code) || status.kind == .redirection)
        || [407, 511].contains(status.code)
      error.sent = response.sent
      throw error
    }
    if response.isPage, !request.accepts("text/html") {
      throw APIError(unreadable: response, underlyingError: UnexpectedPage())
    }
    do {
      return try value(read: response, request)
    } catch let failure as ServerFailure {
      throw APIError(failure, response.head, request.endpoint)
    } catch {
      throw APIError(unreadable: response, of: request.endpoint, underlyingError: error)
    }
  }

  /// Reads a value, which may be in another encoding.
  private static func value(read response: APIResponse, _ request: APIRequest) throws -> Value {
    do {
      return try read(response, request)
    } catch {
      guard !(error is ServerFailure), let converted = response.inUTF8 else { throw error }
      return try read(converted, request)
    }
  }

  fileprivate static func failure(_ response: APIResponse, _ request: APIRequest) -> APIError? {
    do {
      _ = try judged(response, request)
      return nil
    } catch {
      return error
    }
  }
}

extension APIResponse {
  /// Returns why the response is not a success of a request's contract. `nil` if it is one. It is decided once, and the caller gets the
  /// value that was decoded for it.
  package func failure(of request: APIRequest) -> APIError? {
    (request.reader ?? AcknowledgementReader.self).failure(self, request)
  }

  /// Whether the body is a web page: text with tags under HTML's type, any tag under JSON's type, and the beginning of HTML under none.
  fileprivate var isPage: Bool {
    let body = stream?.data ?? body
    // The usual response costs one comparison.
    if let first = body.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return false }
    guard let type = head.headerFields.value(of: .contentType).map(MediaType.init) else {
      // It may be another XML.
      let start = body.prefix(300).drop { $0 <= UInt8(ascii: " ") || $0 >= 0x80 }
      let text = String(decoding: start, as: UTF8.self).lowercased()
      let beginnings = [
        "<!doctype", "<html", "<head", "<body", "<script", "<meta", "<title", "<!--", "<style", "<div", "<h1", "<br",
      ]
      return beginnings.contains { text.hasPrefix($0) } || text.hasPrefix("<?xml") && text.contains("<html")
    }
    if type.isHTML, let stream, stream.data == nil { return stream.length != 0 }
    guard type.isHTML || type.isJSON, let mark = body.firstMark, !"{[\"".utf8.contains(mark) else { return false }
    // JSON never begins with a tag, such as PHP's warnings do. Many frameworks send a word such as “OK” as HTML.
    return mark == UInt8(ascii: "<") || type.isHTML && body.range(of: Data("</".utf8)) != nil
  }
}

extension APIRequest {
  func accepts(_ type: String) -> Bool {
    guard let ranges = head.headerFields[.accept] else { return true }
    return ranges.split(separator: ",").contains { range in
      let range = MediaType(String(range)).essence
      return range == type || range == "*/*" || range.hasSuffix("/*") && type.hasPrefix(range.dropLast())
    }
  }
}

/// The result of judging a response, which its copies share.
package final class Judgment: Sendable {
  private let result = Locked<Result<any Sendable, APIError>?>(nil)

  package init() {}

  /// Returns the value, or throws the error. Judges the response if that was not done, or as another type.
  func value<Value: Sendable>(orJudge judge: () throws(APIError) -> Value) throws(APIError) -> Value {
    // Without the first condition, `nil` would be cast to the value of an optional result.
    if let result = result.withLock({ $0 }), let known = try result.get() as? Value { return known }
    do throws(APIError) {
      let value = try judge()
      result.withLock { $0 = .success(value) }
      return value
    } catch {
      result.withLock { $0 = .failure(error) }
      throw error
    }
  }
}

/// The error for a web page instead of the contract's response.
struct UnexpectedPage: Error, CustomStringConvertible {
  var description: String { "the response is a web page, such as a proxy's or the sign-in page of a network" }
}
