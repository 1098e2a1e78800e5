public import Foundation

/// The browser in which a person signs in: one of the system's own, where they see the address and have their cookies and
/// passwords, never a view inside the app (RFC 8252, section 8.12).
///
/// ``LoopbackBrowser`` is for desktops and command lines, `WebAuthenticationBrowser` for Apple platforms. In a test, answer the
/// address yourself.
public protocol SignInBrowser: Sendable {
  /// Opens an address, and waits until the browser is sent back.
  ///
  /// - Parameters:
  ///   - address: the address to open, made for where the browser is to be sent back to. It holds the secret state of the
  ///     sign-in, so keep it out of logs.
  ///   - isAnswer: whether an address that the browser was sent to is the answer to this sign-in. All others have to be
  ///     ignored: anybody can open them.
  /// - Returns: the answer.
  /// - Throws: ``SignInError``.
  func callback(
    to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
    where isAnswer: @escaping @Sendable (_ url: URL) -> Bool
  ) async throws -> URL
}
