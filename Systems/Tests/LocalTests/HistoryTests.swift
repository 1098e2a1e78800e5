import DockDock
import Dori
import Konkuk
import NaruOpenAPI
import Saerok
import Squirret
import Testing

/// The recorded releases of the five apps, in `Systems/Contracts`.
struct HistoryTests {
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
}
