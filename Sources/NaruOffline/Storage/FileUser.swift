import Naru

/// The user of an open file, as the client's tokens show it. It is learned at the first use, and stays while the file is open.
final class FileUser: Sendable {
  private let middleware: (any UserMiddleware)?
  private let known = Locked<TokenUser?>(nil)

  init(_ client: APIClient) { middleware = client.userMiddleware }

  /// The user of the file. `nil` if no one has signed in since it was opened, or if the client sends no user's token.
  var current: TokenUser? {
    get async { if let known = known.withLock({ $0 }) { known } else { await learned } }
  }

  /// The user of a new write.
  ///
  /// - Throws: `APIError.otherUser` if another user has signed in since the file was opened.
  var ofNewWrite: TokenUser? {
    get async throws {
      let (user, present) = await (known.withLock { $0 }, learned)
      if let user, let present, user != present { throw APIError.otherUser }
      return user ?? present
    }
  }

  /// The user whose token would be sent now.
  private var learned: TokenUser? {
    get async {
      guard let middleware, let user = try? await middleware.tokenUser() else { return nil }
      known.withLock { $0 = $0 ?? user }
      return user
    }
  }
}
