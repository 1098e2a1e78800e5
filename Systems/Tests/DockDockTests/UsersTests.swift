import Catalogue
import DockDock
import DockDockBackend
import Foundation
import Local
import Naru
import ServedSystem
import Storage
import SystemTesting
import Testing

struct UsersTests {
  private let test: TestBackend

  init() async throws {
    test = try await TestBackend()
  }

  private func users(_ name: String) -> Users { Users.live(test.client(name)) }

  @Test func aReaderIsAnsweredAsTheAppExpects() async throws {
    let first = test.now
    let answer = try await TestServer(test.backend.contracts).send("GET", "/api/v1/users/me", as: "hong")
    #expect(answer.status == 200 && answer["success"] == true as NSNumber)
    #expect(answer["data.display_name"] == "hong" as NSString && answer["data.email"] == "" as NSString)
    #expect(answer["data.created_at"] == "2027-01-15T08:00:00.000Z" as NSString)
    test.wait(60)
    let user = try await users("hong").me()
    #expect(user.createdAt == first && user.id == answer["data.id"] as? String)
    let guest = await #expect(throws: APIError.self) { try await Users.live(test.client()).me() }
    #expect(guest?.code == .unauthorized)
  }

  @Test func theSignInProviderIntroducesAReader() async throws {
    let database = try Database.inMemory()
    var migrations = Migrations()
    DockDockBackend.addMigrations(to: &migrations)
    DeletedPeople.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let backend = DockDockBackend(database: database, catalogue: Catalogue(database), now: { Date() })
    let user = TestServer.user("hong")
    let users = backend.users(for: Caller(user: user))
    try await backend.introduce(user, email: "hong@example.com", pictureURL: "https://example.com/hong.png")
    let known = try await users.me()
    #expect(known.email == "hong@example.com" && known.avatarURL == "https://example.com/hong.png")
    try await backend.introduce(user, email: nil, pictureURL: nil)
    #expect(try await users.me().avatarURL == nil)
  }

  @Test func aChosenNameReplacesTheProvidersAndIsChecked() async throws {
    let user = try await users("hong").update(changes: UserChanges(displayName: "  책벌레 "))
    #expect(user.displayName == "책벌레")
    #expect(try await users("hong").update(changes: UserChanges()) == user)
    #expect(try await users("hong").me() == user)
    #expect(try await users("kim").me().displayName == "kim")
    for name in ["", "  ", String(repeating: "가", count: 21)] {
      let error = await #expect(throws: APIError.self) {
        try await users("hong").update(changes: UserChanges(displayName: name))
      }
      #expect(error?.serverCode == "VALIDATION_ERROR" && error?.localizedDescription.contains("`display_name`") == true)
    }
  }
}
