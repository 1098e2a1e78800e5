#if os(Linux) || os(macOS)
  public import Foundation
  public import NaruAuth

  /// The system's browser with a redirect to a port of this machine (RFC 8252, section 7.3): for desktops and command lines.
  ///
  /// It listens on a free port of `127.0.0.1` until the response arrives or the task is cancelled. Other requests get a 404 or 400 and
  /// have no effect.
  public struct LoopbackBrowser: SignInBrowser, Sendable {
    private let path: String
    private let open: @concurrent @Sendable (URL) async -> Bool
    private let announce: @Sendable (_ address: URL, _ isOpen: Bool) -> Void

    /// Creates a browser that returns to `http://127.0.0.1:<port><path>`.
    ///
    /// - Parameters:
    ///   - path: the path of the redirect URI, which some backends have to know in advance.
    ///   - open: opens an address, and returns whether it could try to.
    ///   - announce: receives the address and whether a browser was opened. If not, show the address to the user, who can open it
    ///     in a browser on this machine. It contains the secret state of the sign-in, so don't log it.
    public init(
      path: String = "/auth/callback",
      open: @escaping @concurrent @Sendable (URL) async -> Bool = { SystemBrowser.open($0) },
      announce: @escaping @Sendable (_ address: URL, _ isOpen: Bool) -> Void
    ) {
      self.path = path
      self.open = open
      self.announce = announce
    }

    /// Opens the address in the browser and waits for the response.
    public func callback(
      to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
      where isCallback: @escaping @Sendable (_ url: URL) -> Bool
    ) async throws -> URL {
      let listener = try LoopbackListener(path: path)
      let address = try address(listener.url)
      // The port is open before the browser, which may be fast.
      async let answer = listener.answer(where: isCallback)
      announce(address, await open(address))
      return try await answer
    }
  }
#endif
