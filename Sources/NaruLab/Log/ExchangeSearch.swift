import Foundation
import HTTPTypes
import Naru
import NaruRecording

/// The words of a search in the log. See `LabAPI.Filter.search`.
struct ExchangeSearch {
  private enum Term {
    case method(String)
    case filter(LabAPI.Filter)
    case word([UInt8])
    case body([UInt8])
    /// `nil` for a request without a release.
    case release(Release?)
  }

  private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private let terms: [Term]

  init(_ text: String) {
    terms = text.split(separator: " ").map { word in
      let word = String(word)
      if Self.methods.contains(word) { return .method(word) }
      if word == "failed" || word == "none" || word.wholeMatch(of: /[1-5](xx|XX|[0-9]{2})/) != nil {
        return .filter(LabAPI.Filter(status: word))
      }
      let parts = word.split(separator: ":", maxSplits: 1).map(String.init)
      if parts.count == 2 {
        switch parts[0].lowercased() {
        case "path": return .filter(LabAPI.Filter(text: parts[1]))
        case "user": return .filter(LabAPI.Filter(caller: parts[1]))
        case "fault": return .filter(LabAPI.Filter(fault: parts[1]))
        case "key": return .filter(LabAPI.Filter(key: parts[1]))
        case "body": return .body(Array(parts[1].lowercased().utf8))
        case "release" where parts[1] == "none": return .release(nil)
        case "release": if let release = Release(parts[1]) { return .release(release) }
        default: break
        }
      }
      return .word(Array(word.lowercased().utf8))
    }
  }

  /// Whether an exchange has all words.
  func matches(_ exchange: LoggedExchange, _ redaction: Redaction) -> Bool {
    terms.allSatisfy { term in
      switch term {
      case .method(let method): exchange.facts.request.method.rawValue == method
      case .filter(let filter): filter.matches(exchange)
      case .word(let word): exchange.words.contains(word) || Self.body(of: exchange, contains: word, redaction)
      case .body(let word): Self.body(of: exchange, contains: word, redaction)
      case .release(let release): exchange.release == release
      }
    }
  }

  /// A body is redacted only if it contains the word, because most don't. It must also be in the redacted body, so that no secret can be
  /// guessed by searching for it.
  private static func body(of exchange: LoggedExchange, contains word: [UInt8], _ redaction: Redaction) -> Bool {
    let bodies = [
      (false, exchange.facts.requestBody.content, exchange.facts.request.headerFields[.contentType]),
      (true, exchange.facts.responseBody.content, exchange.facts.response.headerFields[.contentType]),
    ]
    return bodies.contains { isResponse, content, type in
      guard let bytes = content.bytes, Array(bytes).contains(word) else { return false }
      let body = LoggedExchange.BodySoFar(isResponse: isResponse, count: content.count)
      if exchange.plain.withLock({ $0.contains(body) }) { return true }
      let shown = RecordedBody(
        bytes,
        count: content.count,
        type: type ?? "",
        redaction: redaction.knowing(exchange.facts.endpoint)
      )
      if shown.text?.utf8.elementsEqual(bytes) == true { exchange.plain.withLock { _ = $0.insert(body) } }
      return shown.encoding == nil && Array((shown.text ?? "").utf8).contains(word)
    }
  }
}

extension [UInt8] {
  /// Whether the bytes contain others, which are in lower case. Only the letters of ASCII have two cases here.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first else { return true }
    guard count >= word.count else { return false }
    for start in 0...(count - word.count) where self[start].lowercased == first {
      var length = 1
      while length < word.count, self[start + length].lowercased == word[length] { length += 1 }
      if length == word.count { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (65...90).contains(self) ? self | 32 : self }
}
