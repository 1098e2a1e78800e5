#if StandIns
  import Foundation
  import Naru
  package import Squirret

  extension Operations {
    /// Signs a person in as a provider would have done it, without asking one. A server without stand-ins has no caller of it, and
    /// a build without them does not contain it.
    package func signIn(
      at provider: SignInProvider,
      subject: String,
      name: String,
      email: String
    ) async throws -> TokenPair {
      let issuer = ProviderDescription.standard(provider).issuer
      let profile = ProviderProfile(issuer: issuer, subject: subject, name: name, email: email)
      let (person, started) = try await write { db in
        let person = try identity.people.person(for: profile, provider: provider, db)
        return (person, try sessions.start(person: person.id, provider: provider, device: "naru lab", db))
      }
      if let id = UUID(uuidString: person.id) {
        try await identity.introduce(Caller.User(id: id, name: person.name), person.email, person.pictureURL)
      }
      return try await sessions.pair(started)
    }
  }
#endif
