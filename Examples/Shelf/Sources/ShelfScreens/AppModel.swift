public import Foundation
public import Naru
public import NaruAuth
import NaruOffline
import NaruScreens
public import Observation

/// The app: its session, and the screens of the signed-in user.
@MainActor
@Observable
public final class AppModel {
  struct Home {
    let search: SearchModel
    let shelf: ShelfModel
    let outbox: OutboxModel
  }

  private(set) var state: Session.State?
  private(set) var home: Home?
  var message: LocalizedMessage?
  private let session: Session
  private let client: APIClient
  private let folder: URL
  private let obtain: @Sendable () async throws -> Credential

  /// Creates an app for the local backend at an address. The folder is for what the app shows without a connection.
  public init(
    _ url: URL,
    store: some TokenStore,
    browser: any SignInBrowser,
    folder: URL,
    transport: some Transport = URLSessionTransport()
  ) {
    let accounts = Accounts.live(APIClient(url, transport: transport))
    session = Session(store: store) { old in
      guard let token = old.refreshToken else { throw CredentialRejected() }
      return Credential(try await accounts.refresh(request: RefreshRequest(refreshToken: token)))
    }
    client = APIClient(url, transport: transport, middleware: [Retry(), Authentication(session)])
    self.folder = folder
    obtain = {
      try await BrowserSignIn(browser)(at: url.appending(path: "oauth2/authorization/kakao")) { grant in
        let exchange = CodeExchange(code: grant.code, codeVerifier: grant.verifier)
        return Credential(try await accounts.token(exchange: exchange))
      }
    }
  }

  /// Follows the session until the task is cancelled.
  func follow() async {
    for await state in session.changes {
      self.state = state
      await explainingErrors { home = state == .signedIn ? try await open() : nil }
    }
  }

  func signIn() async {
    await explainingErrors { try await session.signIn(obtain) }
  }

  /// Signs the user out. Queued changes are sent after the next sign-in.
  func signOut() async {
    await explainingErrors { try await session.signOut() }
  }

  private func explainingErrors(_ operation: () async throws -> Void) async {
    do {
      try await operation()
    } catch SignInError.cancelled {
      // The user has closed the window.
    } catch {
      message = (error as? SignInError)?.localizedMessage ?? LocalizedMessage(explaining: error)
    }
  }

  private func open() async throws -> Home {
    let user = try await user()
    let options = OfflineOptions(contracts: [Shelf.self])
    let offline = try Offline(in: folder, for: user, client: client, options: options)
    let shelf = Shelf.offline(offline)
    return Home(
      search: SearchModel(.live(client), shelf: shelf),
      shelf: ShelfModel(shelf),
      outbox: OutboxModel(offline)
    )
  }

  /// The signed-in user. Without a connection, it is the one who was signed in before.
  private func user() async throws -> String {
    let known = folder.appending(path: "user")
    do {
      let user = try await Accounts.live(client).me().id
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(user.utf8).write(to: known)
      return user
    } catch let error as APIError where error.code != .unauthorized {
      guard let user = try? Data(contentsOf: known) else { throw error }
      return String(decoding: user, as: UTF8.self)
    }
  }
}

extension Credential {
  fileprivate init(_ tokens: Tokens) {
    let lifetime = Duration.seconds(tokens.expiresIn)
    self.init(accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, lifetime: lifetime)
  }
}
