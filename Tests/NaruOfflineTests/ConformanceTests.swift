import Foundation
import Naru
import NaruConformance
import NaruOffline
import TestSupport
import Testing

/// The promises that every app can check for the way in which it opens what it keeps.
struct ConformanceTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: OfflineConformance.queueChecks + OfflineConformance.policyChecks)
  func aFolderConforms(check: OfflineConformance.Check) async throws {
    try await check.run { [folder] person, client, options in
      try Offline(in: folder.url, for: person, client: client, options: options)
    }
  }

  /// Runs all checks with a wrong way of opening, and returns those that find it.
  private func violations(_ open: @escaping OfflineConformance.Open) async -> Set<String> {
    var found: Set<String> = []
    for check in OfflineConformance.queueChecks + OfflineConformance.policyChecks {
      do {
        try await check.run(opening: open)
      } catch {
        found.insert(check.description)
      }
    }
    return found
  }

  @Test func oneFileForAllPersonsIsFound() async {
    let found = await violations { [folder] _, client, options in
      try Offline(in: folder.url.appending(path: "shared"), for: "everybody", client: client, options: options)
    }
    #expect(found.contains("Each person has their own writes, also after signing out and in again"))
    #expect(found.contains("Other parameters and other persons are other values"))
  }

  @Test func aFolderThatIsNewEachTimeIsFound() async {
    let found = await violations { [folder] person, client, options in
      try Offline(in: folder.url.appending(path: UUID().uuidString), for: person, client: client, options: options)
    }
    #expect(found.contains("A queued write is still there when the app is started again"))
    #expect(found.contains("A known value is confirmed with its tag"))
  }

  @Test func policiesOfTheAppsOwnThatHideTheOnesOfTheCheckAreFound() async {
    let found = await violations { [folder] person, client, options in
      var options = options
      options.policies = [:]
      options.maxCacheSize = 50 << 20
      return try Offline(in: folder.url, for: person, client: client, options: options)
    }
    #expect(
      found == [
        "Cache first: a young value is not checked, an old one and a stale one are",
        "The least recently used values go first, and old ones go",
      ]
    )
  }
}
