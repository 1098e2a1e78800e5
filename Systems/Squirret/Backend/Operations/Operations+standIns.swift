#if StandIns
  package import Foundation
  import Naru
  package import Squirret
  import Storage

  extension Operations {
    /// Signs a user in as a provider would, without calling one. A server without stand-ins has no caller of it, and
    /// a build without them does not contain it.
    package func signIn(
      at provider: SignInProvider,
      subject: String,
      name: String,
      email: String
    ) async throws -> TokenPair {
      let issuer = ProviderDescription.standard(provider).issuer
      let profile = ProviderProfile(issuer: issuer, subject: subject, name: name, email: email)
      let (person, started) = try await sessions.write { db in
        let person = try identity.people.person(for: profile, provider: provider, db)
        return (person, try sessions.start(person: person.id, provider: provider, device: "naru lab", db))
      }
      if let id = UUID(uuidString: person.id) {
        try await identity.introduce(Caller.User(id: id, name: person.name), person.email, person.pictureURL)
      }
      return try await sessions.pair(started)
    }

    /// Signs in an existing user, with the provider of one of the user's sessions. `nil` if no user has the id.
    package func signIn(_ person: UUID) async throws -> TokenPair? {
      guard (try? await self.person(person)) != nil else { return nil }
      let last = try await sessions(of: person).first
      let started = try await sessions.write { db in
        try sessions.start(
          person: person.uuidString.lowercased(),
          provider: last?.provider ?? .naver,
          device: "naru lab",
          db
        )
      }
      return try await sessions.pair(started)
    }
  }
#endif
