import Foundation
import Naru
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// Servers in processes of their own, on one folder or on one PostgreSQL database.
  struct ServersOnOneDatabaseTests {
    private let naru = NaruProcess()

    /// Runs two servers while the body runs.
    private func onServers(_ body: (_ one: URL, _ other: URL) async throws -> Void) async throws {
      try await naru.copyData()
      var environment: [String: String] = [:]
      if let address = try TestDatabase.newAddress() {
        environment["NARU_DATABASE"] = address.revealed
        let copy = try await naru.run("database", "copy", environment: environment)
        #expect(copy.status == 0 && copy.out.contains("모두 같은지 확인했습니다"), "\(copy)")
      }
      try await naru.serve(environment: environment) { [environment] one, _ in
        try await naru.serve(environment: environment) { other, _ in try await body(one, other) }
      }
    }

    @Test func whatOneServerIsToldTheOtherKnows() async throws {
      try await onServers { one, other in
        let (here, there) = (["NARU_URL": one.absoluteString], ["NARU_URL": other.absoluteString])
        for environment in [here, there] {
          #expect(try await naru.login(TestPerson("홍길동"), environment: environment).status == 0)
        }
        let added = try await naru.run("shelf", "add", "9788983920683", environment: here)
        #expect(added.status == 0, "\(added)")
        let shelf = try await naru.run("shelf", "list", environment: there)
        #expect(shelf.out.contains("해리포터와 마법사의 돌"), "\(shelf)")

        let sessions: [[String: Any]] = try await naru.run("sessions", "--json", environment: here).json()
        let session = try #require(sessions.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
        #expect(try await naru.run("sessions", "--end", session, environment: here).status == 0)
        let ended = try await naru.run("whoami", environment: there)
        #expect(ended.status == 1 && ended.err.contains("naru login"), "\(ended)")
      }
    }
  }
}
