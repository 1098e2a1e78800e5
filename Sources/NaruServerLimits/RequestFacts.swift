import NIOHTTP1
import Naru

/// The facts about a request that its connection needs.
struct RequestFacts {
  let isHead: Bool
  let isHTTP10: Bool
  let keepsAlive: Bool
  let contentLength: Int?
  let awaitsContinue: Bool
  /// The path and query of a target that begins with a scheme and the host. `nil` for other targets.
  let path: String?

  /// Checks a head.
  static func check(_ head: HTTPRequestHead) -> Result<RequestFacts, Rejection> {
    var host: String?
    var contentLength: Int?
    var expectsContinue = false
    for (name, value) in head.headers {
      switch name.utf8.count {
      case 4 where name.isASCII("host"):
        guard host == nil else { return .failure(.host) }
        host = value
      case 6 where name.isASCII("expect"):
        expectsContinue = value.isASCII("100-continue")
      case 14 where name.isASCII("content-length"):
        contentLength = Int(value)
      default: break
      }
    }
    let isHTTP10 = head.version.minor == 0
    guard host?.isHost ?? isHTTP10 else { return .failure(.host) }
    var path: String?
    if head.uri.utf8.first != UInt8(ascii: "/") {
      // A proxy's form, which every server has to accept (RFC 9112, 3.2.2).
      guard let own = Self.path(of: head.uri, at: host ?? "") else { return .failure(.target) }
      path = own
    }
    guard (path ?? head.uri).isTarget else { return .failure(.target) }
    return .success(
      RequestFacts(
        isHead: head.method == .HEAD,
        isHTTP10: isHTTP10,
        keepsAlive: !isHTTP10 && head.isKeepAlive,
        contentLength: contentLength,
        awaitsContinue: expectsContinue && !isHTTP10,
        path: path
      )
    )
  }

  /// The path and query of a URL with the same host as the request's.
  private static func path(of target: String, at host: String) -> String? {
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let rest = target.utf8.dropFirst(scheme.utf8.count)
      let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
      guard let authority = String(rest[..<end]), authority.isASCII(host.lowercased()) else { return nil }
      guard let path = String(rest[end...]) else { return nil }
      return path.hasPrefix("/") ? path : "/\(path)"
    }
    return nil
  }
}

extension String {
  /// Whether the string equals a lower-case string, without regard to the case of ASCII letters.
  fileprivate func isASCII(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { mine, its in
      (mine >= UInt8(ascii: "A") && mine <= UInt8(ascii: "Z") ? mine | 0x20 : mine) == its
    }
  }

  /// Whether the string is a host with an optional port (RFC 3986, 3.2.2).
  fileprivate var isHost: Bool {
    !utf8.isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"),
          UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "%"):
          true
        default: false
        }
      }
  }

  /// Whether the string is a path with an optional query that all parsers read in the same way: without a fragment, and without an
  /// empty segment between two slashes.
  fileprivate var isTarget: Bool {
    var isPath = true
    var afterSlash = false
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "#"): return false
      case UInt8(ascii: "?"): isPath = false
      case UInt8(ascii: "/") where isPath:
        if afterSlash { return false }
        afterSlash = true
        continue
      default: break
      }
      afterSlash = false
    }
    return true
  }
}

/// The response to a request that no middleware sees.
enum Rejection: Error {
  case host, target, slow, full
  case malformed(HTTPParserError)

  var status: HTTPResponseStatus {
    switch self {
    case .slow: .requestTimeout
    case .full: .serviceUnavailable
    case .malformed(.headerOverflow): .requestHeaderFieldsTooLarge
    case .host, .target, .malformed: .badRequest
    }
  }

  /// The seconds after which to try again. `nil` if that would not help.
  var retryAfter: Int? {
    if case .full = self { 5 } else { nil }
  }

  /// The sentence in both languages, because nothing is known about who reads it.
  var text: String { "\(localizedMessage.korean)\n\(localizedMessage.english)\n" }

  private var localizedMessage: LocalizedMessage {
    switch self {
    case .host:
      LocalizedMessage(
        korean: "요청에는 올바른 Host 헤더가 꼭 하나 있어야 합니다.",
        english: "A request must have exactly one valid Host header."
      )
    case .target:
      LocalizedMessage(
        korean: "요청 주소는 “/”로 시작해야 하고, “#”이나 빈 구간(“//”)이 없어야 합니다.",
        english: "The address must start with “/”, without “#” and without an empty segment (“//”)."
      )
    case .slow:
      LocalizedMessage(
        korean: "요청을 받는 데 너무 오래 걸렸습니다. 다시 시도해 주세요.",
        english: "The request took too long to arrive. Try again."
      )
    case .full:
      LocalizedMessage(
        korean: "지금은 연결이 너무 많습니다. 잠시 후 다시 시도해 주세요.",
        english: "The server has too many connections. Try again in a moment."
      )
    case .malformed(.headerOverflow):
      LocalizedMessage(korean: "요청의 주소와 헤더가 너무 깁니다.", english: "The address and header are too long.")
    case .malformed(.invalidURL):
      LocalizedMessage(
        korean: "요청 주소에 쓸 수 없는 문자가 있습니다. 한글은 퍼센트 인코딩해 주세요(예: 책 → %EC%B1%85).",
        english: "The address has a character that is not allowed. Percent-encode it (for example, é as %C3%A9)."
      )
    case .malformed:
      LocalizedMessage(korean: "올바른 HTTP 요청이 아닙니다.", english: "This is not a valid HTTP request.")
    }
  }
}
