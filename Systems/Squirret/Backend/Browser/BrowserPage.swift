import HTTPTypes
import Naru

/// The page for failures that can't be reported to an app. It never repeats anything of the request.
struct BrowserPage: Hashable {
  let status: HTTPResponse.Status
  /// The error code for programs, named as in Spring Security.
  let code: String
  let localizedMessage: LocalizedMessage
  var retryAfter: Int?

  static let badRequest = BrowserPage(
    status: .badRequest,
    code: "invalid_request",
    localizedMessage: LocalizedMessage(
      korean: "요청이 올바르지 않습니다. 앱으로 돌아가 다시 로그인해 주세요.",
      english: "The request is not valid. Go back to the app and sign in again."
    )
  )
  static let badRedirect = BrowserPage(
    status: .badRequest,
    code: "invalid_redirect_uri",
    localizedMessage: LocalizedMessage(
      korean: "허용되지 않은 주소로 돌아가려는 로그인이라 중단했습니다. 이 링크를 믿지 마세요.",
      english:
        "This sign-in was stopped because its return address is not allowed. Don't trust this link."
    )
  )
  static let unknownProvider = BrowserPage(
    status: .notFound,
    code: "client_registration_not_found",
    localizedMessage: LocalizedMessage(
      korean: "이 서버에서 지원하지 않는 로그인 방법입니다.",
      english: "This server does not support this sign-in provider."
    )
  )
  static let unknownSignIn = BrowserPage(
    status: .badRequest,
    code: "authorization_request_not_found",
    localizedMessage: LocalizedMessage(
      korean: "이미 끝났거나 이 브라우저에서 시작하지 않은 로그인입니다. 앱으로 돌아가 다시 로그인해 주세요.",
      english: "This sign-in has ended, or began in another browser. Go back to the app and sign in again."
    )
  )

  static func tooMany(_ seconds: Int) -> BrowserPage {
    BrowserPage(
      status: .tooManyRequests,
      code: "rate_limited",
      localizedMessage: LocalizedMessage(
        korean: "로그인 시도가 너무 많습니다. 잠시 후 다시 시도해 주세요.",
        english: "There were too many sign-ins. Try again in a moment."
      ),
      retryAfter: seconds
    )
  }

  /// The page, without scripts, links or external content.
  var html: String {
    """
    <!doctype html>
    <html lang="ko">
    <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>로그인</title></head>
    <body>
    <h1>로그인할 수 없습니다</h1>
    <p>\(localizedMessage.korean)</p>
    <p lang="en">\(localizedMessage.english)</p>
    <p><code>\(code)</code></p>
    </body>
    </html>
    """
  }
}
