import Foundation
import Naru
import Squirret

extension IdentityConfiguration {
  /// Throws a `SentenceError` if the configuration is invalid or unsafe.
  func check() throws {
    if let publicURL {
      guard let url = URLComponents(string: publicURL), let host = url.percentEncodedHost, url.query == nil,
        url.user == nil,
        url.percentEncodedPath.isEmpty, case let authority = url.port.map({ "\(host):\($0)" }) ?? host,
        Origin(scheme: url.scheme, authority: authority)?.isSecure == true
      else {
        throw SentenceError(
          Sentence(
            korean: "서버의 공개 주소가 올바르지 않습니다: “\(publicURL)”. 경로 없이 https://api.example.com 처럼 적어 주세요.",
            english:
              "“\(publicURL)” can't be the server's public address. Write it without a path: https://api.example.com."
          )
        )
      }
    } else if let provider = providers.first(where: { !$0.description.isStandIn })?.description.provider {
      throw SentenceError(
        Sentence(
          korean: "\(provider.rawValue) 로그인을 쓰려면 서버의 공개 주소(identity.public-url)를 설정해야 합니다.",
          english: "To sign in with \(provider.rawValue), set the server's public address (identity.public-url)."
        )
      )
    }
    guard (1...3650).contains(lifetimes.auditDays) else {
      throw SentenceError(
        Sentence(
          korean: "설정 값 identity.audit-days는 1일부터 3650일까지입니다: \(lifetimes.auditDays)",
          english: "The setting identity.audit-days must be from 1 to 3650 days, not \(lifetimes.auditDays)."
        )
      )
    }
    guard lifetimes.accessToken > 0, lifetimes.refreshToken > 0, lifetimes.session >= lifetimes.refreshToken,
      (0...60).contains(lifetimes.reuseWindow), (1...60).contains(lifetimes.code), (1...600).contains(lifetimes.signIn)
    else {
      throw SentenceError(
        Sentence(
          korean: "로그인 유효 기간이 올바르지 않습니다. 코드는 60초, 로그인 과정은 600초, 재사용 허용은 60초까지이고, 세션은 갱신 토큰보다 길어야 합니다.",
          english: """
            The lifetimes are not valid. A code and the reuse window may last 60 seconds and a sign-in 600 seconds, \
            and a session must last at least as long as a refresh token.
            """
        )
      )
    }
  }
}

extension ProviderDescription {
  /// Whether the sign-in page is a stand-in's, which is on this server.
  var isStandIn: Bool { authorization.hasPrefix("/") }
}
