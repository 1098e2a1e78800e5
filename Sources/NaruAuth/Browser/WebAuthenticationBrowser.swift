#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  public import Foundation
  import Naru

  /// The system's sign-in window on iOS, macOS and visionOS (`ASWebAuthenticationSession`), with the person's cookies.
  ///
  /// ```swift
  /// let signIn = BrowserSignIn(WebAuthenticationBrowser(redirectURI: url, anchor: { window }))
  /// ```
  public struct WebAuthenticationBrowser: SignInBrowser {
    private let redirectURI: URL
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// A window over one of the app's.
    ///
    /// - Parameters:
    ///   - redirectURI: where it is sent back to: an address with a scheme of the app's own, which need not be registered, such
    ///     as `squirret://auth/callback`.
    ///   - isEphemeral: whether it forgets all cookies, so that another person can sign in.
    ///   - anchor: the window over which it is shown.
    public init(
      redirectURI: URL,
      isEphemeral: Bool = false,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
      self.redirectURI = redirectURI
      self.isEphemeral = isEphemeral
      self.anchor = anchor
    }

    /// Shows the window, and waits for it to come back.
    public func callback(
      to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
      where isAnswer: @escaping @Sendable (_ url: URL) -> Bool
    ) async throws -> URL {
      let url = try await WebAuthentication(anchor: anchor).run(
        try address(redirectURI),
        scheme: redirectURI.scheme,
        isEphemeral: isEphemeral
      )
      // The window ends with the first address of the scheme, so there is no waiting for a better one.
      guard isAnswer(url) else { throw AuthorizationCallback.stray }
      return url
    }
  }

  /// One window. It keeps itself alive until it is closed.
  @MainActor
  private final class WebAuthentication: NSObject, ASWebAuthenticationPresentationContextProviding {
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor
    private var session: ASWebAuthenticationSession?

    init(anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor) {
      self.anchor = anchor
    }

    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor() }

    func run(_ url: URL, scheme: String?, isEphemeral: Bool) async throws -> URL {
      defer { session = nil }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          // The handler comes on any thread, so it must not belong to the main actor.
          let handler: @Sendable (URL?, (any Error)?) -> Void = { url, error in
            if let url {
              continuation.resume(returning: url)
            } else {
              continuation.resume(throwing: SignInError(error))
            }
          }
          let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: handler)
          session.presentationContextProvider = self
          session.prefersEphemeralWebBrowserSession = isEphemeral
          self.session = session
          // Where it can't start it does not call the handler.
          guard session.start() else {
            return continuation.resume(
              throwing: SignInError.unavailable(
                Sentence(korean: "로그인 창을 열 수 없습니다.", english: "The sign-in window can't be opened.")
              )
            )
          }
        }
      } onCancel: {
        Task { @MainActor in self.session?.cancel() }
      }
    }
  }

  extension SignInError {
    /// What the window says when it is closed without an answer.
    fileprivate init(_ error: (any Error)?) {
      if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
        self = .cancelled
      } else {
        self = .unavailable("\(error?.localizedDescription ?? "ASWebAuthenticationSession")")
      }
    }
  }
#endif
