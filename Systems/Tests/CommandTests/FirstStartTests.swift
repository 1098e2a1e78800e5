import Foundation
import Naru
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// Servers that start for the first time on one folder, or on one PostgreSQL database.
  struct FirstStartTests {
    private let naru = NaruProcess()

    @Test func twoFirstStartsAtOnceBothServe() async throws {
      let database = try TestDatabase.newAddress().map { ["NARU_DATABASE": $0.revealed] } ?? [:]
      try await concurrently(2) { _ in
        try await naru.serve(environment: database) { url, _ in
          let environment = ["NARU_URL": url.absoluteString]
          let found = try await naru.run("books", "show", "9788900084221", environment: environment)
          #expect(found.status == 0, "\(found)")
        }
      }
    }
  }
}
