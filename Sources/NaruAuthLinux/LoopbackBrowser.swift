#if os(Linux) || os(macOS)
  public import Foundation
  public import NaruAuth

  /// The system's browser, which is sent back to a port of this machine (RFC 8252, section 7.3): for desktops and command lines.
  ///
  /// It listens on `127.0.0.1` only, on a port that is free, until the answer came or the task is cancelled; other requests are
  /// told 404 or 400 and change nothing.
  public struct LoopbackBrowser: SignInBrowser, Sendable {
    private let path: String
    private let open: @Sendable (URL) async -> Bool
    private let announce: @Sendable (_ address: URL, _ isOpen: Bool) -> Void

    /// A browser that is sent back to `http://127.0.0.1:<port><path>`.
    ///
    /// - Parameters:
    ///   - path: the path, which the backend may want to know beforehand.
    ///   - open: opens an address, and says whether that could be tried.
    ///   - announce: told the address, and whether a browser was opened with it. Show it to the person where none was: they can
    ///     open it in a browser on this machine. It holds the sign-in's state, so it does not belong in a log.
    public init(
      path: String = "/auth/callback",
      open: @escaping @Sendable (URL) async -> Bool = { SystemBrowser.open($0) },
      announce: @escaping @Sendable (_ address: URL, _ isOpen: Bool) -> Void
    ) {
      self.path = path
      self.open = open
      self.announce = announce
    }

    /// Opens the address in the browser, and waits for it to come back.
    public func callback(
      to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
      where isAnswer: @escaping @Sendable (_ url: URL) -> Bool
    ) async throws -> URL {
      let listener = try LoopbackListener(path: path)
      let address = try address(listener.url)
      // Listening has begun: a browser that is quick finds the port open.
      async let answer = listener.answer(where: isAnswer)
      announce(address, await open(address))
      return try await answer
    }
  }
#endif
