public import Foundation
public import Naru

/// Why a sign-in in a browser came to nothing.
public enum SignInError: Error, Sendable, Equatable {
  /// The person closed the browser's window, refused at the provider, or signed out meanwhile. No fault: show nothing.
  case cancelled
  /// The person took longer than the time for it.
  case timedOut
  /// The backend says that it failed, with a code such as `server_error`: letters, digits, `_`, `-` and `.` only.
  case refused(code: String)
  /// The answer that came back is not one to trust, or not one that can be used.
  case invalidCallback(Sentence)
  /// No browser could be asked, such as because no port is free.
  case unavailable(Sentence)
}

extension SignInError: LocalizedError {
  /// The sentence to show, in the language of this process.
  public var errorDescription: String? { sentence.description }

  /// The sentence to show, in both languages.
  public var sentence: Sentence {
    switch self {
    case .cancelled:
      Sentence(korean: "로그인을 취소했습니다.", english: "The sign-in was cancelled.")
    case .timedOut:
      Sentence(korean: "로그인을 기다리는 시간이 지났습니다. 다시 시도해 주세요.", english: "The sign-in took too long. Try again.")
    case .refused(let code):
      Sentence(
        korean: "로그인하지 못했습니다. 다시 시도해 주세요. (\(code))",
        english: "The sign-in failed. Try again. (\(code))"
      )
    case .invalidCallback(let sentence), .unavailable(let sentence):
      sentence
    }
  }
}
