import AsyncHTTPClient
package import Foundation
import NIOCore
package import NIOHTTP1
package import Naru
import Support

/// A person with a headless browser that keeps cookies, follows redirects, and enters their name on the stand-in's
/// page.
package struct TestPerson: Sendable {
  package let name: String
  private let cookies = Locked<[String: String]>([:])

  /// Creates a person with a name.
  package init(_ name: String) {
    self.name = name
  }

  private static let browser = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: .init(redirectConfiguration: .disallow)
  )

  /// Signs in at a URL.
  @discardableResult
  package func signIn(at address: String, decision: String = "approve") async throws -> String {
    let page = try present(try await send(.GET, address).location, "a page", address)
    let shown = try await send(.GET, page).body
    let hidden = shown.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/).map { match in
      (String(match.1), String(match.2).replacing("&amp;", with: "&").replacing("&quot;", with: "\""))
    }
    let action = try present(shown.firstMatch(of: /action="([^"]+)"/), "a form", page).1
    let server = try present(URL(string: page), "an address", page)
    let target = try present(URL(string: String(action), relativeTo: server), "an address", page).absoluteString
    let form = hidden + [("name", name), ("decision", decision), ("fault", "none")]
    let answer = try present(try await send(.POST, target, form).location, "a way back", page)
    return try present(try await send(.GET, answer).location, "a way to the app", page)
  }

  /// Signs in like the legacy apps, and returns their tokens.
  package func tokens(_ server: URL) async throws -> (access: Secret, refresh: Secret) {
    let end = try await signIn(at: server.appending(path: "oauth2/authorization/naver").absoluteString)
    let items = URLComponents(string: end)?.queryItems ?? []
    func token(_ name: String) throws -> Secret {
      Secret(try present(items.first { $0.name == name }?.value, name, end))
    }
    return (try token("access_token"), try token("refresh_token"))
  }

  /// Signs in like the legacy apps, and returns their access token.
  package func token(_ server: URL) async throws -> Secret {
    try await tokens(server).access
  }

  /// Opens a URL without following redirects.
  @discardableResult
  package func open(_ address: String) async throws -> HTTPResponseStatus {
    try await send(.GET, address).status
  }

  private func present<Value>(_ value: Value?, _ what: String, _ address: String) throws -> Value {
    guard let value else {
      throw APIError(.unknown, "The sign-in failed: \(what) is missing at \(address.prefix(40)).")
    }
    return value
  }

  /// Sends a request without following redirects.
  package func send(
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
