import Foundation
import Naru
import NaruOffline

extension OfflineConformance {
  /// The promises about cached reads and their policies.
  public static let policyChecks: [Check] = [
    Check("Network first: the server is asked, and what was seen last is returned without one") { subject in
      subject.set("a")
      try expect(try await subject.texts(subject.start()).isFresh, "a first value is not fresh")
      subject.set("b")
      try expect(try await subject.texts(subject.start()).value == ["b"], "the server was not asked")
      subject.isDown = true
      subject.wait(90)
      let seen = try await subject.texts(subject.start())
      try expect(seen.value == ["b"] && !seen.isFresh, "what was seen last is not returned")
      try expect(seen.age(at: seen.date + 90) == .seconds(90), "the age is wrong")
    },
    Check("Cache first: a young value is not checked, an old one and a stale one are") { subject in
      subject.set("a")
      let offline = try subject.start { options in
        options.policies[KeptNotes.Endpoints.list] = .cacheFirst(maxAge: .seconds(60))
        options.invalidations[KeptNotes.Endpoints.add] = [KeptNotes.Endpoints.list]
      }
      _ = try await subject.texts(offline)
      subject.set("b")
      subject.wait(60)
      try expect(try await subject.texts(offline).value == ["a"], "a young value was checked")
      subject.wait(1)
      try expect(try await subject.texts(offline).value == ["b"], "an old value was not checked")
      try await offline.write(KeptNotes.self) { try await $0.add(note: NewKeptNote(text: "c")) }
      try await offline.send()
      try expect(try await subject.texts(offline).value == ["b", "c"], "a stale value was not checked")
    },
    Check("Cache only: the server is never asked") { subject in
      let offline = try subject.start()
      do {
        _ = try await subject.texts(offline, .cacheOnly)
        throw Violation(description: "something was returned that was never seen")
      } catch let error as APIError {
        try expect(error.code == .unreachable, "the error is \(error.code)")
      }
      subject.set("a")
      _ = try await subject.texts(offline)
      let requests = subject.requests
      subject.wait(86_400)
      try expect(try await subject.texts(offline, .cacheOnly).value == ["a"], "what was seen is not returned")
      try expect(subject.requests == requests, "the server was asked")
    },
    Check("Network only: nothing is kept") { subject in
      subject.set("a")
      _ = try await subject.texts(subject.start(), .networkOnly)
      do {
        _ = try await subject.texts(subject.start(), .cacheOnly)
        throw Violation(description: "the value was kept")
      } catch is APIError {}
    },
    Check("A known value is confirmed with its tag") { subject in
      subject.set("a")
      _ = try await subject.texts(subject.start())
      let again = try subject.start()
      try expect(try await subject.texts(again).value == ["a"], "the value was lost")
      try expect(subject.isRevalidation, "the server was not told what is known")
      subject.set("b")
      try expect(try await subject.texts(again).value == ["b"], "a changed value is not read")
    },
    Check("Other parameters and other persons are other values") { subject in
      subject.set("a", "b")
      let offline = try subject.start()
      _ = try await subject.texts(offline)
      _ = try await subject.texts(offline, word: "b")
      subject.isDown = true
      try expect(try await subject.texts(offline, word: "b").value == ["b"], "parameters are not told apart")
      try expect(try await subject.texts(offline).value == ["a", "b"], "parameters are not told apart")
      do {
        _ = try await subject.texts(subject.start(subject.other))
        throw Violation(description: "a person reads what another one has seen")
      } catch is APIError {}
    },
    Check("The least recently used values go first, and old ones go") { subject in
      let offline = try subject.start { options in
        options.maxCacheSize = 40_000
        options.maxCacheAge = .seconds(86_400)
      }
      subject.set(String(repeating: "a", count: 9_000))
      for number in 0..<12 {
        subject.wait(1_000)
        _ = try await subject.texts(offline, word: String(repeating: "a", count: number + 1))
        // The first one stays in use.
        _ = try await subject.texts(offline, .cacheOnly, word: "a")
      }
      subject.isDown = true
      _ = try await subject.texts(offline, word: "a")
      _ = try await subject.texts(offline, word: String(repeating: "a", count: 12))
      do {
        _ = try await subject.texts(offline, word: "aa")
        throw Violation(description: "the size has no limit")
      } catch is APIError {}
      subject.wait(2 * 86_400)
      do {
        _ = try await subject.texts(offline, word: "a")
        throw Violation(description: "the age has no limit")
      } catch is APIError {}
    },
  ]
}
