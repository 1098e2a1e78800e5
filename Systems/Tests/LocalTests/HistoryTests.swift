import DockDock
import Dori
import Foundation
import Konkuk
import Naru
import NaruOpenAPI
import Saerok
import Squirret
import Testing

/// The recorded releases of the five apps, in `Systems/Contracts`.
struct HistoryTests {
  private static let contracts: [any Contract.Type] = [
    Books.self, ReadingBooks.self, ReadingRecords.self, Reviews.self, ReviewPictures.self, Onboarding.self, Users.self,
    FreeBoard.self, PostPictures.self, Account.self, Blocks.self, PopularBooks.self, Loans.self, Ledger.self,
    Accounts.self,
  ]

  @Test func releasedAppsKeepWorking() async throws {
    try await ContractHistory("Contracts").check(
      Books.self,
      ReadingBooks.self,
      ReadingRecords.self,
      Reviews.self,
      ReviewPictures.self,
      Onboarding.self,
      Users.self,
      FreeBoard.self,
      PostPictures.self,
      Account.self,
      Blocks.self,
      PopularBooks.self,
      Loans.self,
      Ledger.self,
      Accounts.self
    )
  }

  /// Ten releases of all five systems. Each has other limits, so that its requests are other ones.
  @Test func tenReleasesAreCheckedAndTheTimeIsPrinted() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "history-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let history = ContractHistory(folder.path)
    let clock = ContinuousClock()
    var recording = Duration.seconds(60)
    for _ in 0..<3 {
      recording = min(recording, try clock.measure { try history.record("1.0.0", Self.contracts) })
    }
    let file = folder.appending(path: "1.0.0.json")
    let original = try String(contentsOf: file, encoding: .utf8)
    for release in 1..<10 {
      let changed = original.replacing("\"maximum\": 2147483647", with: "\"maximum\": \(1_000 + release)")
        .replacing("\"minLength\": 1", with: "\"minLength\": \(1 + release)")
        .replacing("\"maxLength\": 5000", with: "\"maxLength\": \(400 + release)")
      try Data(changed.utf8).write(to: folder.appending(path: "1.\(release).0.json"))
    }
    let start = clock.now
    let report = try await history.report(Self.contracts)
    let checking = clock.now - start
    let endpoints = Self.contracts.flatMap { $0.endpoints }.count
    print(
      "Recording \(endpoints) endpoints: \(recording). Checking 10 releases with \(report.calls) calls: \(checking)."
    )
    #expect(report.breaks.isEmpty, "\(report)")
    #expect(endpoints == 75 && report.calls > 1_000)
  }
}
