import Foundation
import Naru
import NaruAuth
import TestSupport

/// A browser that returns to the addresses of a script.
final class ScriptedBrowser: SignInBrowser {
  let redirectURI: URL
  private let script: @Sendable (_ query: [String: String]) async throws -> [String]
  private let state = Locked((opened: [URL](), ignored: [String]()))

  init(
    _ redirectURI: String = "squirret://auth/callback",
    script: @escaping @Sendable (_ query: [String: String]) async throws -> [String]
  ) {
    self.redirectURI = URL(string: redirectURI) ?? InMemoryTransport.url
    self.script = script
  }

  var opened: [URL] { state.withLock { $0.opened } }
  /// The addresses that were not an answer.
  var ignored: [String] { state.withLock { $0.ignored } }

  func callback(
    to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
    where isCallback: @escaping @Sendable (_ url: URL) -> Bool
  ) async throws -> URL {
    let url = try address(redirectURI)
    state.withLock { $0.opened.append(url) }
    for text in try await script(url.query) {
      if let url = URL(string: text), isCallback(url) { return url }
      state.withLock { $0.ignored.append(text) }
    }
    throw SignInError.cancelled
  }
}
