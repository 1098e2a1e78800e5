public import Foundation

/// The browser that a user signs in with. It has to be a system browser, which shows the address and has the user's cookies
/// and passwords, and not a view inside the app (RFC 8252, section 8.12).
///
/// Use `WebAuthenticationBrowser` on Apple platforms and `LoopbackBrowser` (in `NaruAuthDesktop`) on desktops and command lines. In a
/// test, write your own, which returns an address.
public protocol SignInBrowser: Sendable {
  /// Opens a page and waits until the browser returns.
  ///
  /// - Parameters:
  ///   - address: returns the address to open for a redirect URI. It contains the secret state of the sign-in, so don't log it.
  ///   - isCallback: whether an address that the browser returned to is the response to this sign-in. Ignore all others, because any
  ///     page can open them.
  /// - Returns: the address of the response.
  /// - Throws: ``SignInError``.
  func callback(
    to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
    where isCallback: @escaping @Sendable (_ url: URL) -> Bool
  ) async throws -> URL
}
