import Foundation
import Naru

/// Checks the address that the browser returns to.
struct AuthorizationCallback: Sendable {
  let redirectURI: URL
  /// The secret of this sign-in, which only its response contains.
  let state: String
  /// The required issuer of the response (RFC 9207); `nil` if it is not known.
  let issuer: String?
  /// The server of the sign-in's page. If the issuer is not known, a response that names one must name this server.
  let origin: Origin?

  /// Whether an address is the response to this sign-in: it has the redirect URI and the state. Errors need the state too, so that
  /// others can't end the sign-in.
  func isCallback(_ url: URL) -> Bool {
    guard isAtRedirectURI(url), let state = try? value("state", of: url) else { return false }
    return isEqualInConstantTime(state, self.state)
  }

  func code(in url: URL) throws -> Secret {
    guard isCallback(url) else { throw Self.stray }
    guard isFromIssuer(try value("iss", of: url)) else { throw Self.stray }
    if let error = try value("error", of: url) {
      if ["access_denied", "user_cancelled_authorize", "user_cancelled_login"].contains(error) {
        throw SignInError.cancelled
      }
      let isCode = (1...64).contains(error.utf8.count) && error.utf8.allSatisfy(Self.codeCharacters.contains)
      throw SignInError.rejected(code: isCode ? error : "unknown")
    }
    if let code = try value("code", of: url), !code.isEmpty { return Secret(code) }
    if try value("access_token", of: url) != nil {
      throw SignInError.invalidCallback([
        .korean: "서버가 토큰을 주소에 담아 보냈습니다. 다른 앱이 볼 수 있으므로 사용하지 않았습니다. 서버가 PKCE를 지원해야 합니다.",
        .english:
          "The server sent tokens in a URL, which others can see, so they were not used. The server has to support PKCE.",
      ])
    }
    throw Self.stray
  }

  private func isFromIssuer(_ named: String?) -> Bool {
    if let issuer { return named == issuer }
    guard let named else { return true }
    return URL(string: named).flatMap(Origin.init) == origin
  }

  /// Compares the scheme and host case-insensitively, and port and path exactly; no path is `/`. User and password must be missing, and
  /// so must be a fragment. Some providers add an empty one or `#_=_`, so that the browser doesn't keep the page's own.
  private func isAtRedirectURI(_ url: URL) -> Bool {
    guard let found = URLComponents(url: url, resolvingAgainstBaseURL: false),
      let expected = URLComponents(url: redirectURI, resolvingAgainstBaseURL: false)
    else { return false }
    return found.scheme?.lowercased() == expected.scheme?.lowercased()
      // `app:/callback` and `app:///callback` are one address.
      && (found.percentEncodedHost ?? "").lowercased() == (expected.percentEncodedHost ?? "").lowercased()
      && found.port == expected.port && Self.path(found) == Self.path(expected)
      && found.user == nil && found.password == nil && ["", "_=_", nil].contains(found.fragment)
  }

  private static func path(_ address: URLComponents) -> String {
    address.percentEncodedPath.isEmpty ? "/" : address.percentEncodedPath
  }

  /// The value of a query item, which must not be repeated.
  private func value(_ name: String, of url: URL) throws -> String? {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems ?? []
    let values = items.filter { $0.name == name }
    guard values.count <= 1 else { throw Self.stray }
    return values.first.map { $0.value ?? "" }
  }

  private static let codeCharacters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.".utf8)

  static let stray = SignInError.invalidCallback([
    .korean: "이 로그인에 대한 응답이 아니어서 사용하지 않았습니다. 다시 시도해 주세요.",
    .english: "The response did not belong to this sign-in, so it was not used. Try again.",
  ])
}
