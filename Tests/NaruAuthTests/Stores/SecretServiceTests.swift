#if os(Linux)
  import Foundation
  import Naru
  import NaruAuth
  import NaruAuthTesting
  import Testing

  /// The keyring of a Linux desktop (e5), over a real message bus with a real GNOME Keyring.
  @Suite(
    .enabled(if: Keyring.isInstalled, "needs dbus-daemon and gnome-keyring-daemon: apt-get install dbus gnome-keyring")
  )
  struct SecretServiceTests {
    private func store(_ keyring: Keyring, _ account: String = "test") -> SecretServiceTokenStore {
      SecretServiceTokenStore(service: "naru-tests", account: account, environment: keyring.environment)
    }

    @Test
    func everyPromiseIsKept() async throws {
      let keyring = try #require(try await Keyring())
      #expect(await SecretServiceTokenStore.isAvailable(environment: keyring.environment))
      for check in TokenStoreConformance.checks {
        try await check.run(on: store(keyring), again: store(keyring))
      }
    }

    @Test
    func accountsAreApart() async throws {
      let keyring = try #require(try await Keyring())
      try await store(keyring, "one").write(Secret("1"))
      try await store(keyring, "two").write(Secret("2"))
      #expect(try await store(keyring, "one").read() == Secret("1"))
      try await store(keyring, "two").delete()
      #expect(try await store(keyring, "one").read() == Secret("1"))
      #expect(try await store(keyring, "two").read() == nil)
    }

    /// A keyring that is locked is not one that is empty (e2).
    @Test
    func lockedIsNotAbsent() async throws {
      let keyring = try #require(try await Keyring())
      try await store(keyring).write(Secret("kept"))
      try keyring.lock()
      let error = await #expect(throws: TokenStoreError.self) { _ = try await store(keyring).read() }
      #expect(error?.kind == .locked)
      let session = Session(store: store(keyring), refresher: nil)
      guard case .unavailable(let problem) = await session.state else {
        Issue.record("A locked keyring was taken for an empty one.")
        return
      }
      #expect(problem.kind == .locked)
      #expect(await SecretServiceTokenStore.isAvailable(environment: keyring.environment))
      // Who writes is asked to unlock it, and there is no screen here to do so.
      let refused = await #expect(throws: TokenStoreError.self) { try await store(keyring).write(Secret("new")) }
      #expect(refused?.kind == .locked)
      await #expect(throws: TokenStoreError.self) { try await store(keyring).unlock() }
    }

    /// “No keyring” is not “nothing there” either.
    @Test
    func aBusWithoutAKeyringIsTold() async throws {
      let keyring = try #require(try await Keyring(hasService: false))
      #expect(!(await SecretServiceTokenStore.isAvailable(environment: keyring.environment)))
      let error = await #expect(throws: TokenStoreError.self) { _ = try await store(keyring).read() }
      #expect(error?.kind == .missing)
    }

    @Test
    func aSessionLivesInTheKeyring() async throws {
      let keyring = try #require(try await Keyring())
      let backend = Backend()
      try await Session(store: store(keyring), refresher: backend).signIn { backend.credential }
      let session = Session(store: store(keyring), refresher: backend)
      #expect(try await session.credential() == backend.credential)
      try await session.signOut()
      #expect(try await store(keyring).read() == nil)
    }
  }

  /// What needs no keyring.
  struct NoSecretServiceTests {
    @Test(
      arguments: [
        [:], ["DBUS_SESSION_BUS_ADDRESS": ""], ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"],
        ["DBUS_SESSION_BUS_ADDRESS": "tcp:host=localhost,port=1"], ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
        ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(String(repeating: "x", count: 200))"],
        ["XDG_RUNTIME_DIR": "/nowhere"],
      ]
    )
    func withoutABusThereIsNoKeyring(environment: [String: String]) async throws {
      #expect(!(await SecretServiceTokenStore.isAvailable(environment: environment)))
      let store = SecretServiceTokenStore(service: "naru-tests", account: "none", environment: environment)
      let error = await #expect(throws: TokenStoreError.self) { _ = try await store.read() }
      #expect(error?.kind == .missing)
    }
  }
#endif
