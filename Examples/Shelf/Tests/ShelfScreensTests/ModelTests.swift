import Foundation
import Naru
import NaruAuth
import NaruOffline
import NaruTesting
import Testing

@testable import ShelfScreens

@MainActor
struct ModelTests {
  @Test func aBookThatIsOnTheShelfAlreadyIsNoFailure() async {
    var shelf = Shelf.unimplemented
    shelf.add = fails(.conflict)
    let model = SearchModel(.unimplemented, shelf: shelf)
    await model.add("1")
    #expect(model.added.value == ["1"])
    #expect(model.added.alertMessage == nil)
  }

  @Test func aChangeWithoutAConnectionIsShownAndSentLater() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = ScriptedTransport()
    let entry = ShelfEntry(id: "7", bookID: "1", book: Book(id: "1", title: "논어"))
    server.on(Shelf.Endpoints.list, .value([entry]).always)
    server.on(Shelf.Endpoints.remove, .error(APIError(.unreachable)), .success)
    var options = OfflineOptions(contracts: [Shelf.self])
    options.connectivity = ConnectivityValue(true)
    let client = APIClient(InMemoryTransport.url, transport: server)
    let offline = try Offline(in: folder, for: "user", client: client, options: options)
    let model = ShelfModel(.offline(offline))
    await model.reload()
    #expect(model.entries.value == [entry])
    await model.remove("7")
    await model.reload()
    #expect(model.entries.value.isEmpty)
    try await offline.send(ignoringBackoff: true)
    #expect(try offline.queuedWrites().isEmpty)
    server.expectAllUsed()
  }

  @Test func signingInOpensTheScreensOfTheUser() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let server = ScriptedTransport()
    server.on(
      Accounts.Endpoints.token,
      .value(Tokens(accessToken: Secret("a"), refreshToken: Secret("r"), expiresIn: 900))
    )
    server.on(Accounts.Endpoints.me, .value(Account(id: "user")))
    let app = AppModel(
      InMemoryTransport.url,
      store: MemoryTokenStore(),
      browser: Browser(),
      folder: folder,
      transport: server
    )
    let following = Task { await app.follow() }
    await app.signIn()
    while app.home == nil, app.message == nil { await Task.yield() }
    #expect(app.state == .signedIn)
    following.cancel()
  }
}

/// A user who signs in at once.
private struct Browser: SignInBrowser {
  func callback(
    to address: @escaping @Sendable (_ redirectURI: URL) throws -> URL,
    where isAnswer: @escaping @Sendable (_ url: URL) -> Bool
  ) async throws -> URL {
    let callback = try #require(URL(string: "shelf://callback"))
    let page = URLComponents(url: try address(callback), resolvingAgainstBaseURL: false)
    let state = page?.queryItems?.first { $0.name == "state" }
    return callback.appending(queryItems: [URLQueryItem(name: "code", value: "code")] + (state.map { [$0] } ?? []))
  }
}
