import Foundation
import Storage
import StorageTesting
import Testing

struct CommitCounterTests {
  @Test func theCountChangesWithEachCommitOfAnyProcessAndOnlyThen() async throws {
    try await TestDatabase.inFolder { folder in
      let file = folder.appending(path: "test.sqlite")
      let (one, two) = (try Database.file(at: file), try Database.file(at: file))
      try one.migrate(.birds)
      let commits = try CommitCounter(one)
      var last = try #require(commits.count)
      for database in [one, two, one] {
        #expect(commits.count == last)
        _ = try await database.read { try $0.values("SELECT number FROM bird", as: Int.self) }
        #expect(commits.count == last)
        _ = try await database.write { try $0.run("INSERT INTO bird (size) VALUES (1)") }
        #expect(commits.count != last)
        last = try #require(commits.count)
      }
      try one.close()
      try two.close()
    }
  }

  @Test func itIsNotKnownForADatabaseInMemory() throws {
    #expect(try CommitCounter(.inMemory()).count == nil)
  }
}
