import Naru
import Squirret

/// The page on which a person chooses a provider: the authorization endpoint for programs that know only OAuth.
struct ProviderChoicePage {
  let providers: [SignInProvider]
  let request: SignInRequest

  /// The page, without scripts or external content. Its links have only parameters that were checked.
  var html: String {
    // The only character of an encoded query that HTML would misread.
    let query = request.query.replacing("&", with: "&amp;")
    let links = providers.map { provider in
      "<p><a href=\"\(BrowserPath.authorization)/\(provider.pathName)?\(query)\">\(Self.title(provider))</a></p>"
    }
    return """
      <!doctype html>
      <html lang="ko">
      <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>로그인</title></head>
      <body>
      <h1>로그인</h1>
      \(links.joined(separator: "\n"))
      </body>
      </html>
      """
  }

  private static func title(_ provider: SignInProvider) -> String {
    switch provider {
    case .kakao: "카카오로 로그인 (Kakao)"
    case .naver: "네이버로 로그인 (Naver)"
    case .google: "구글로 로그인 (Google)"
    case .apple: "Apple로 로그인 (Apple)"
    }
  }
}
