#if Lab && StandIns
  import Foundation
  @_spi(Lab) import NaruLab
  import Storage
  import Squirret
  import SquirretBackend
  import SquirretStandIns

  /// The users of a server whose sign-in has stand-ins.
  struct StandInPeople: PeopleDirectory {
    private let operations: Operations

    init(_ identity: Identity) {
      operations = Operations(identity)
    }

    func people() async throws -> [LabAPI.Person] {
      try await operations.people(page: .init(size: 100)).elements.compactMap { person in
        UUID(uuidString: person.id).map { LabAPI.Person(id: $0, name: person.name, sessions: person.sessions) }
      }
    }

    func signIn(_ name: String) async throws -> LabAPI.Tokens {
      let pair = try await StandIns.signIn(name, with: operations)
      return LabAPI.Tokens(accessToken: pair.accessToken, refreshToken: pair.refreshToken)
    }

    func signIn(id: UUID) async throws -> LabAPI.Tokens? {
      try await operations.signIn(id).map { LabAPI.Tokens(accessToken: $0.accessToken, refreshToken: $0.refreshToken) }
    }

    func sessions(of person: UUID) async throws -> [LabAPI.Session] {
      try await operations.sessions(of: person).map { session in
        LabAPI.Session(
          id: session.id,
          provider: session.provider.rawValue,
          device: session.device,
          startedAt: session.createdAt,
          lastUsedAt: session.lastUsedAt
        )
      }
    }

    func endSession(_ id: UUID) async throws -> Bool { try await operations.end(id) }

    func endSessions(of person: UUID) async throws -> Int { try await operations.endSessions(of: person) }
  }
#endif
