import Foundation
import Hummingbird
package import Naru
import ServedSystem
package import SquirretBackend
import Support

#if StandIns
  import SquirretStandIns
#endif

/// How a local backend authenticates its callers.
package enum SignIn: Sendable {
  /// All callers are anonymous.
  case none
  /// An authenticator, such as one of a test.
  case authenticator(any Authenticator)
  /// Squirret's sign-in, with the providers of a configuration. Without providers, stand-ins on this machine take their place;
  /// a build without the trait `StandIns` has none.
  case squirret(IdentityConfiguration)

  /// The key of the server. Another sign-in's is a new one, so that its links end with the process.
  var masterKey: MasterKey {
    if case .squirret(let configuration) = self { configuration.masterKey } else { .random() }
  }
}

/// Squirret's sign-in in a local backend.
struct SquirretSystem: Sendable {
  let identity: Identity
  #if StandIns
    private let standIns: StandIns?
  #endif

  /// - Throws: `MessageError` for a configuration that does not work.
  init(
    _ configuration: IdentityConfiguration,
    for systems: [any ServedSystem],
    _ context: SystemContext
  ) async throws {
    var configuration = configuration
    var transport = context.transport
    #if StandIns
      var standIns: StandIns?
      if configuration.providers.isEmpty {
        let new = StandIns(otherwise: transport, now: context.now)
        configuration.providers = new.registrations()
        transport = new
        standIns = new
      }
      self.standIns = standIns
    #else
      guard !configuration.providers.isEmpty else {
        throw MessageError(
          korean: """
            이 빌드에는 모의 로그인이 포함되어 있지 않으므로 로그인 제공자를 하나 이상 설정해야 합니다. \
            예: NARU_IDENTITY_KAKAO_CLIENT_ID와 NARU_IDENTITY_KAKAO_CLIENT_SECRET
            """,
          english: """
            This build has no stand-ins for sign-in, so it needs at least one provider. Set, for example, \
            NARU_IDENTITY_KAKAO_CLIENT_ID and NARU_IDENTITY_KAKAO_CLIENT_SECRET.
            """
        )
      }
    #endif
    identity = try await Identity(
      database: context.database,
      configuration: configuration,
      transport: transport,
      logger: context.logger,
      now: context.now,
      makeID: context.makeID,
      ownedData: { person, db in
        for system in systems { try system.removeAll(of: person, db) }
        try DemoPeople.removeAll(of: person, db)
        try DeletedPeople.add(person, db)
      },
      introduce: { user, email, pictureURL in
        for system in systems { try await system.introduce(user, email: email, pictureURL: pictureURL) }
      }
    )
  }

  /// Whether stand-ins take the place of the providers, so that a user can sign in under any name.
  var hasStandIns: Bool {
    #if StandIns
      standIns != nil
    #else
      false
    #endif
  }

  func addRoutes<Context: RequestContext>(to router: Router<Context>) {
    identity.addRoutes(to: router)
    #if StandIns
      standIns?.addRoutes(to: router, for: identity)
    #endif
  }
}
