import DockDock
import DockDockBackend
import Foundation
import Naru
import SystemTesting
import Testing

struct UsersTests {
  private let test: TestShelf

  init() async throws { test = try TestShelf() }

  private func users(_ name: String) -> Users { Users.live(test.client(name)) }

  @Test func aReaderIsAnsweredAsTheAppExpects() async throws {
    let first = test.now
    let answer = try await test.server.send("GET", "/api/v1/users/me", as: "hong")
    #expect(answer.status == 200 && answer["success"] == true as NSNumber)
    #expect(answer["data.display_name"] == "hong" as NSString && answer["data.email"] == "" as NSString)
    #expect(answer["data.created_at"] == "2027-01-15T08:00:00.000Z" as NSString)
    test.wait(60)
    let user = try await users("hong").me()
    #expect(user.createdAt == first && user.id == answer["data.id"] as? String)
  }

  @Test func theSignInProviderIntroducesAReader() async throws {
    let user = TestServer.user("hong")
    try await test.backend.introduce(user, email: "hong@example.com", pictureURL: "https://example.com/hong.png")
    let known = try await users("hong").me()
    #expect(known.email == "hong@example.com" && known.avatarURL == "https://example.com/hong.png")
    try await test.backend.introduce(user, email: nil, pictureURL: nil)
    #expect(try await users("hong").me().avatarURL == nil)
  }

  @Test func aChosenNameReplacesTheProviders() async throws {
    let user = try await users("hong").update(changes: UserChanges(displayName: "  책벌레 "))
    #expect(user.displayName == "책벌레")
    #expect(try await users("hong").update(changes: UserChanges()) == user)
    #expect(try await users("hong").me() == user)
    #expect(try await users("kim").me().displayName == "kim")
  }
}
