import Foundation
public import Naru

/// The reason why a sign-in in a browser failed.
public enum SignInError: Error, Sendable, Equatable {
  /// The user closed the browser's window, declined at the provider, or signed out in the meantime. Show nothing.
  case cancelled
  /// The user took too long.
  case timedOut
  /// The backend reported an error, with a code such as `server_error` of letters, digits, `_`, `-` and `.`.
  case rejected(code: String)
  /// The response can't be trusted or used.
  case invalidCallback(LocalizedMessage)
  /// The browser could not be opened.
  case unavailable(LocalizedMessage)
}

extension SignInError: PresentableError {
  /// The sentence to show, in both languages.
  public var localizedMessage: LocalizedMessage {
    switch self {
    case .cancelled:
      LocalizedMessage(korean: "로그인을 취소했습니다.", english: "The sign-in was cancelled.")
    case .timedOut:
      LocalizedMessage(korean: "로그인 시간이 초과되었습니다. 다시 시도해 주세요.", english: "The sign-in took too long. Try again.")
    case .rejected("temporarily_unavailable"):
      LocalizedMessage(
        korean: "로그인 시도가 너무 많거나 서버가 바쁩니다. 잠시 후 다시 시도해 주세요.",
        english: "There were too many sign-ins, or the server is busy. Try again in a moment."
      )
    case .rejected(let code):
      LocalizedMessage(
        korean: "로그인하지 못했습니다. 다시 시도해 주세요. (\(code))",
        english: "The sign-in failed. Try again. (\(code))"
      )
    case .invalidCallback(let localizedMessage), .unavailable(let localizedMessage):
      localizedMessage
    }
  }
}
