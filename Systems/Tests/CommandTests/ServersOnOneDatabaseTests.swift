import Foundation
import Naru
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// Servers in processes of their own, on one PostgreSQL database.
  @Suite(.enabled(if: TestDatabase.isPostgreSQL))
  struct ServersOnOneDatabaseTests {
    private let naru = NaruProcess()

    @Test func whatOneServerIsToldTheOtherKnows() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      let database = ["NARU_DATABASE": try #require(try TestDatabase.newAddress()).revealed]
      let copy = try await naru.run("database", "copy", environment: database)
      #expect(copy.status == 0 && copy.out.contains("모두 같은지 확인했습니다"), "\(copy)")
      try await naru.serve(environment: database) { one, _ in
        try await naru.serve(environment: database) { two, _ in
          let (here, there) = (["NARU_URL": one.absoluteString], ["NARU_URL": two.absoluteString])
          for environment in [here, there] {
            #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
          }
          let added = try await naru.run("shelf", "add", "9788983920683", environment: here)
          #expect(added.status == 0, "\(added)")
          let shelf = try await naru.run("shelf", "list", environment: there)
          #expect(shelf.out.contains("해리포터와 마법사의 돌"), "\(shelf)")

          let sessions: [[String: Any]] = try await naru.run("sessions", "--json", environment: here).json()
          let other = try #require(sessions.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
          #expect(try await naru.run("sessions", "--end", other, environment: here).status == 0)
          let ended = try await naru.run("whoami", environment: there)
          #expect(ended.status == 1 && ended.err.contains("naru login"), "\(ended)")
        }
      }
    }
  }
}
