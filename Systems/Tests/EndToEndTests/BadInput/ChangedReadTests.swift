import Foundation
import Local
import Naru
import Saerok
import SystemTesting
import Testing

extension ServerTests {
  /// Whether a write changes exactly the reads that it declares, with a good call of every endpoint of every contract.
  struct ChangedReadTests {
    /// Declared changes that the good call of the write can't show.
    private static let unseen: Set = [
      // The same answers at the same time make the same report.
      "Onboarding.makeReport Onboarding.report",
      // The caller has answered before.
      "Onboarding.setPreferences Onboarding.status",
      // The new review is of another book than the read.
      "Reviews.add Reviews.ofBook",
      // The pictures are of the caller's own post.
      "Blocks.block PostPictures.list", "Blocks.unblock PostPictures.list",
      // The caller can't read them after that.
      "Accounts.logout Accounts.sessions",
    ]
    /// Writes that undo another one.
    private static let undoing = [Blocks.Endpoints.unblock: Blocks.Endpoints.block]
    /// Writes at signed links, that need a code from a browser, or that end the caller's account.
    private static let notCallable = BadInputTests.signed.union(["Accounts.token", "Accounts.deleteAccount"])

    private static func isRead(_ endpoint: Endpoint) -> Bool { [.get, .head].contains(endpoint.method) }

    @Test(arguments: BadInputTests.contracts)
    func aWriteChangesTheReadsThatItDeclares(contract: String) async throws {
      let writes = LocalBackend.endpoints.filter {
        $0.contract == contract && !Self.isRead($0) && !Self.notCallable.contains($0.id)
      }
      for write in writes {
        try await TestSystem.run { system in
          let ids = try await KnownIDs(system)
          if let first = Self.undoing[write] { _ = try await system.send(GoodCall(first, ids.values), as: ids.caller) }
          let before = try await results(system, ids)
          let call = GoodCall(write, ids.values)
          let answer = try await system.send(call, as: ids.caller)
          try #require((200..<300).contains(answer.status), "\(write.id) \(answer.text.prefix(300))")
          let after = try await results(system, ids)
          let changed = before.filter { target, result in after[target].map { $0.text != result.text } ?? false }
          for (target, result) in changed where !write.changes.contains(result.read) {
            Issue.record("\(write.id) changes \(result.read.id) (\(target)). Add it to `changes:`.")
          }
          for read in write.changes where !changed.values.contains(where: { $0.read == read }) {
            guard !Self.unseen.contains("\(write.id) \(read.id)") else { continue }
            Issue.record("\(write.id) declares that it changes \(read.id), but does not.")
          }
        }
      }
    }

    /// The results of all reads by their targets, with and without their queries. A caller who has signed out reads nothing.
    private func results(_ system: TestSystem, _ ids: KnownIDs) async throws -> [String: (read: Endpoint, text: String)]
    {
      var results: [String: (read: Endpoint, text: String)] = [:]
      for read in LocalBackend.endpoints where Self.isRead(read) {
        let whole = GoodCall(read, ids.values)
        var short = whole
        short.query.removeAll { item in !read.parameters.contains { $0.name == item.name && !$0.isOptional } }
        for call in [whole, short] {
          let answer = try await system.send(call, as: ids.caller)
          if answer.status != 401 { results[call.target] = (read, "\(answer.status) \(answer.text)") }
        }
      }
      return results
    }
  }
}
