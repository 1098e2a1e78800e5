#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
  public import AuthenticationServices
  public import Foundation
  import Naru

  /// The system's sign-in window on iOS, macOS and visionOS (`ASWebAuthenticationSession`), with the user's cookies.
  ///
  /// ```swift
  /// let signIn = BrowserSignIn(WebAuthenticationBrowser(redirectURI: url, anchor: { window }))
  /// ```
  public struct WebAuthenticationBrowser: SignInBrowser {
    private let redirectURI: URL
    private let isEphemeral: Bool
    private let anchor: @MainActor @Sendable () -> ASPresentationAnchor

    /// Creates a browser.
    ///
    /// - Parameters:
    ///   - redirectURI: the address that the browser returns to. Its scheme is the app's own and need not be registered, for
    ///     example `squirret://auth/callback`.
    ///   - isEphemeral: whether the window starts and ends without cookies, so that another user can sign in.
    ///   - anchor: the app's window over which the sign-in is shown.
    public init(
      redirectURI: URL,
      isEphemeral: Bool = false,
      anchor: @escaping @MainActor @Sendable () -> ASPresentationAnchor
    ) {
      self.redirectURI = redirectURI
      self.isEphemeral = isEphemeral
      self.anchor = anchor
    }

    /// Shows the window and waits for the response.
    public func callback(
      to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
      where isCallback: @escaping @Sendable (_ url: URL) -> Bool
    ) async throws -> URL {
      let url = try await WebAuthentication(anchor: anchor).run(
        try address(redirectURI),
        scheme: redirectURI.scheme,
        isEphemeral: isEphemeral
      )
      // The window closes at the first address with the scheme, so another one can't follow.
      guard isCallback(url) else { throw AuthorizationCallback.stray }
      return url
    }
  }

  /// One window, which keeps itself alive until it is closed.
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
          // The system calls the handler on any thread, so it must not be isolated to the main actor.
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
          // A window that does not start does not call the handler.
          guard session.start() else {
            return continuation.resume(
              throwing: SignInError.unavailable(
                LocalizedMessage(korean: "로그인 창을 열 수 없습니다.", english: "The sign-in window can't be opened.")
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
    /// Creates the error for a window that was closed without a response.
    fileprivate init(_ error: (any Error)?) {
      if (error as? ASWebAuthenticationSessionError)?.code == .canceledLogin {
        self = .cancelled
      } else {
        self = .unavailable("\(error?.localizedDescription ?? "ASWebAuthenticationSession")")
      }
    }
  }
#endif
