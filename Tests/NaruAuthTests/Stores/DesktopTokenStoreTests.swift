#if os(Linux)
  import Foundation
  import Naru
  import NaruAuth
  import NaruAuthTesting
  import Testing

  /// The keyring where there is one, else a file.
  struct DesktopTokenStoreTests {
    private let folder: TemporaryFolder
    private var file: URL { folder.url.appending(path: "session") }
    private var kept: FileTokenStore { FileTokenStore(file, protection: .ownerOnly) }

    init() throws { folder = try TemporaryFolder() }

    private func store(_ environment: [String: String]) -> DesktopTokenStore {
      DesktopTokenStore(service: "naru-tests", account: "desktop", file: file, environment: environment)
    }

    @Test(arguments: TokenStoreConformance.checks)
    func withoutAKeyringItIsAFile(check: TokenStoreConformance.Check) async throws {
      try await check.run(on: store([:]), again: store([:]))
      #expect(try await store([:]).place == .file(file))
    }

    @Test(.enabled(if: Keyring.isInstalled, "needs dbus-daemon and gnome-keyring-daemon"))
    func withAKeyringNothingIsInTheFile() async throws {
      let keyring = try #require(try await Keyring())
      for check in TokenStoreConformance.checks {
        try await check.run(on: store(keyring.environment), again: store(keyring.environment))
      }
      try await store(keyring.environment).write(Secret("one"))
      #expect(try await store(keyring.environment).place == .keyring)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(.enabled(if: Keyring.isInstalled, "needs dbus-daemon and gnome-keyring-daemon"))
    func whatTheFileKeptIsNotLost() async throws {
      let keyring = try #require(try await Keyring())
      try await store(keyring.environment).write(Secret("newer"))
      try await kept.write(Secret("old"))
      #expect(try await store(keyring.environment).read() == Secret("newer"), "what the keyring had counts")
      #expect(try await kept.read() == Secret("old"))
      try await store(keyring.environment).delete()
      // A keyring that is locked takes nothing, and the file keeps it.
      try keyring.lock()
      let locked = store(keyring.environment)
      let error = await #expect(throws: TokenStoreError.self) { _ = try await locked.read() }
      #expect(error?.kind == .locked)
      #expect(try await kept.read() == Secret("old"))
    }

    @Test(.enabled(if: Keyring.isInstalled, "needs dbus-daemon and gnome-keyring-daemon"))
    func twoThatMoveAtOnceLoseNothing() async throws {
      let keyring = try #require(try await Keyring())
      try await kept.write(Secret("old"))
      let texts = try await withThrowingTaskGroup(of: Secret?.self) { group in
        for _ in 0..<8 { group.addTask { try await store(keyring.environment).read() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(texts == Array(repeating: Secret("old"), count: 8))
      #expect(try await kept.read() == nil)
    }
  }
#endif
