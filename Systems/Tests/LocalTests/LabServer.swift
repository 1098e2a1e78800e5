#if Lab
  import DockDock
  import Local
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem
  import SquirretBackend

  /// A backend with its lab and a book, without a socket.
  struct LabServer {
    let backend: LocalBackend
    let transport: InMemoryTransport
    var lab: LabAPI { LabAPI.live(client()) }

    init(
      _ storage: StorageChoice = .memory,
      signIn: SignIn = .tokenIsName,
      demo: Bool = false,
      settings: Settings = .none
    ) async throws {
      let clock = LabClock()
      let backend = try await LocalBackend(
        storage: storage,
        signIn: signIn,
        settings: settings,
        demo: demo,
        now: { clock.now }
      )
      try backend.addBooks("isbn13,title\n9788966260959,클린 코드\n")
      try await backend.prepare()
      let (observed, lab) = try await backend.withLab(clock: clock)
      self.backend = observed
      transport = InMemoryTransport(observed.contracts + [lab.contract])
    }

    /// A server with the stand-ins for sign-in.
    static func withStandIns() async throws -> LabServer {
      try await LabServer(signIn: .squirret(IdentityConfiguration(masterKey: .random())))
    }

    func client(_ token: Secret? = nil) -> APIClient {
      APIClient(InMemoryTransport.url, transport: transport, middleware: [BearerAuthentication { token }])
    }

    func shelf(_ name: String) -> ReadingBooks { ReadingBooks.live(client(Secret(name))) }
  }
#endif
