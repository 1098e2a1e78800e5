import Naru
import Squirret
import Testing

struct PreviewTests {
  @Test func thePreviewAccountHasTwoSessions() async throws {
    let accounts = Accounts.preview
    let sessions = try await accounts.sessions()
    #expect(sessions.map(\.isCurrent) == [true, false])
    #expect(try await accounts.me().provider == sessions[0].provider)
    try await accounts.endSession(id: sessions[1].id)
    await #expect(throws: APIError.self) { try await accounts.endSession(id: accounts.me().id) }
  }
}
