import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Naru
import Testing

/// A person with a browser without a window: keeps cookies, goes where it is sent, and says who they are on the stand-in's page.
struct TestPerson {
  let name: String
  private let cookies = Locked<[String: String]>([:])

  init(_ name: String) {
    self.name = name
  }

  private static let browser = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: .init(redirectConfiguration: .disallow)
  )

  /// Signs in at the page with an address.
  ///
  /// - Parameter decision: which button is pressed.
  /// - Returns: the address to which the browser is sent in the end.
  @discardableResult
  func signIn(at address: String, decision: String = "approve") async throws -> String {
    let page = try #require(try await send(.GET, address).location)
    let shown = try await send(.GET, page).body
    let hidden = shown.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { match in
      (String(match.1), String(match.2).replacing("&amp;", with: "&").replacing("&quot;", with: "\""))
    }
    let action = try #require(shown.firstMatch(of: /action="([^"]+)"/)).1
    let server = try #require(URL(string: page))
    let target = try #require(URL(string: String(action), relativeTo: server)).absoluteString
    let form = hidden + [("name", name), ("decision", decision), ("fault", "none")]
    let answer = try #require(try await send(.POST, target, form).location)
    return try #require(try await send(.GET, answer).location)
  }

  /// Signs in as apps in the field do, and gives the token that they get.
  func token(_ server: URL) async throws -> Secret {
    let end = try await signIn(at: server.appending(path: "oauth2/authorization/naver").absoluteString)
    let items = URLComponents(string: end)?.queryItems ?? []
    return Secret(try #require(items.first { $0.name == "access_token" }?.value, "\(end.prefix(40))"))
  }

  /// Opens an address, and does not follow it.
  @discardableResult
  func open(_ address: String) async throws -> HTTPResponseStatus {
    try await send(.GET, address).status
  }

  /// Sends a request, and does not follow where it leads.
  func send(
    _ method: HTTPMethod,
    _ address: String,
    _ form: [(String, String)] = []
  ) async throws -> (status: HTTPResponseStatus, location: String?, body: String) {
    var request = HTTPClientRequest(url: address)
    request.method = method
    let sent = cookies.withLock { $0.map { "\($0.key)=\($0.value)" }.joined(separator: "; ") }
    if !sent.isEmpty { request.headers.add(name: "Cookie", value: sent) }
    if method == .POST {
      request.headers.add(name: "Content-Type", value: "application/x-www-form-urlencoded")
      let allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
      func encoded(_ text: String) -> String { text.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
      request.body = .bytes(ByteBuffer(string: form.map { "\(encoded($0.0))=\(encoded($0.1))" }.joined(separator: "&")))
    }
    let response = try await Self.browser.execute(request, timeout: .seconds(30))
    for field in response.headers["Set-Cookie"] {
      let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1).map(String.init)
      if pair.count == 2 { cookies.withLock { $0[pair[0]] = pair[1] } }
    }
    let location = response.headers.first(name: "Location").flatMap { location in
      URL(string: location, relativeTo: URL(string: address))?.absoluteString
    }
    let body = String(buffer: try await response.body.collect(upTo: 1 << 20))
    return (response.status, location, body)
  }
}
