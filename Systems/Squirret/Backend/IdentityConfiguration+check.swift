import Foundation
import Naru
import ServedSystem
import Squirret
import Support

extension IdentityConfiguration {
  /// Throws a `MessageError` if the configuration is invalid or unsafe.
  func check() throws {
    try checkPublicURL()
    try checkRegistrations()
    for proxy in trustedProxies.sorted() where NetworkRange(proxy) == nil {
      throw MessageError(
        korean:
          "\(Setting.trustedProxies.rawValue)에 네트워크 주소가 아닌 값이 있습니다: “\(proxy)”. 10.0.0.7 또는 10.0.0.0/8 형식으로 입력해 주세요.",
        english: """
          “\(proxy)” in \(Setting.trustedProxies.rawValue) is not a network address. Write 10.0.0.7 or 10.0.0.0/8, for \
          example.
          """
      )
    }
    if case .address(let address)? = supabase?.key, Self.origin(of: address)?.isSecure != true {
      throw MessageError(
        korean: "\(Setting.supabaseKeysURL.rawValue) 값은 https 주소여야 합니다: “\(address)”",
        english: "\(Setting.supabaseKeysURL.rawValue) must be an https address, not “\(address)”."
      )
    }
  }

  /// Throws a `MessageError` for a public address that only this machine can reach.
  package func checkForProduction() throws {
    guard let publicURL, publicURL.hasPrefix("https://"),
      let host = URLComponents(string: publicURL)?.percentEncodedHost,
      Origin(scheme: "http", authority: host)?.isSecure != true
    else {
      throw MessageError(
        korean: """
          `--production`의 공개 주소(\(Setting.publicURL.rawValue))는 사용자가 접속하는 https 주소여야 합니다: “\(publicURL ?? "")”
          """,
        english: """
          With `--production`, the public address (\(Setting.publicURL.rawValue)) must be the https address that people \
          use, not “\(publicURL ?? "")”.
          """
      )
    }
  }

  private func checkPublicURL() throws {
    if let publicURL {
      // The scheme is in lower case, because other code compares it as a string.
      guard let url = URLComponents(string: publicURL), let host = url.percentEncodedHost, url.query == nil,
        url.fragment == nil, url.user == nil, url.password == nil, url.percentEncodedPath.isEmpty,
        case let authority = url.port.map({ "\(host):\($0)" }) ?? host, let scheme = url.scheme,
        ["http", "https"].contains(scheme), publicURL == "\(scheme)://\(authority)",
        Origin(scheme: scheme, authority: authority)?.isSecure == true
      else {
        throw MessageError(
          korean:
            "\(Setting.publicURL.rawValue) 값이 올바르지 않습니다: “\(publicURL)”. 경로 없이 https://api.example.com 형식으로 입력해 주세요.",
          english:
            "\(Setting.publicURL.rawValue) can't be “\(publicURL)”. Write it without a path: https://api.example.com."
        )
      }
    } else if let provider = providers.first(where: { !$0.description.isStandIn })?.description.provider {
      throw MessageError(
        korean: "\(provider.rawValue) 로그인을 쓰려면 서버의 공개 주소(\(Setting.publicURL.rawValue))를 설정해야 합니다.",
        english:
          "To sign in with \(provider.rawValue), set the server's public address (\(Setting.publicURL.rawValue))."
      )
    }
  }

  /// A client ID or secret of blanks only would start the server and fail every sign-in.
  private func checkRegistrations() throws {
    for registration in providers where registration.clientID.isBlank || registration.secret.isBlank {
      let name = "NARU_IDENTITY_\(registration.description.provider.rawValue)_CLIENT"
      throw MessageError(
        korean: "\(name)_ID 또는 \(name)_SECRET 값이 비어 있습니다.",
        english: "\(name)_ID or \(name)_SECRET is empty."
      )
    }
  }

  private static func origin(of address: String) -> Origin? {
    guard let url = URLComponents(string: address), let host = url.percentEncodedHost else { return nil }
    return Origin(scheme: url.scheme, authority: url.port.map { "\(host):\($0)" } ?? host)
  }
}

extension ProviderDescription {
  /// Whether the sign-in page is a stand-in's, which is on this server.
  var isStandIn: Bool { authorization.hasPrefix("/") }
}

extension String {
  /// Whether the string has no visible character.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
