import Foundation
import Naru
import Squirret
import Storage

/// The users who have signed in.
struct People: Sendable {
  let sessions: Sessions

  /// Finds the user with a profile's provider, issuer and subject, or creates one. The e-mail address does not
  /// matter.
  ///
  /// New values of the profile replace stored ones. Missing values don't, because Apple sends a name only once.
  func person(for profile: ProviderProfile, provider: SignInProvider, _ db: Transaction) throws -> PersonRow {
    let now = sessions.now().milliseconds
    if var link = try LinkedIdentity.find(provider, issuer: profile.issuer, subject: profile.subject, db),
      var person = try PersonRow.find(link.personID, db)
    {
      guard person.disabledAt == nil else {
        throw APIError.accountDisabled
      }
      person.name = profile.name ?? person.name
      person.email = profile.email ?? person.email
      person.pictureURL = profile.pictureURL ?? person.pictureURL
      try person.update(db)
      if let token = profile.refreshToken {
        link.refreshToken = try sessions.key.seal(token.revealed, context: link.context)
        try link.update(db)
      }
      return person
    }
    let person = PersonRow(
      id: sessions.makeID().key,
      name: profile.name,
      email: profile.email,
      pictureURL: profile.pictureURL,
      createdAt: now
    )
    try person.insert(db)
    var link = LinkedIdentity(
      provider: provider,
      issuer: profile.issuer,
      subject: profile.subject,
      personID: person.id,
      createdAt: now
    )
    link.refreshToken = try profile.refreshToken.map { try sessions.key.seal($0.revealed, context: link.context) }
    try link.insert(db)
    sessions.record(.accountCreated, person: person.id, provider: provider)
    return person
  }

  /// Returns the profile of a user for a session.
  func account(_ id: String, session: String) async throws -> AccountProfile? {
    try await sessions.database.read { db in
      guard let person = try PersonRow.find(id, db), let uuid = UUID(uuidString: person.id),
        let session = try SessionRow.find(session, db)
      else { return nil }
      return AccountProfile(
        id: uuid,
        email: person.email,
        name: person.name,
        provider: session.provider,
        profileImageURL: person.pictureURL
      )
    }
  }

  /// Disables or enables a user. Disabling ends all sessions.
  func setDisabled(_ isDisabled: Bool, _ id: String, _ db: Transaction) throws {
    guard var person = try PersonRow.find(id, db) else { return }
    person.disabledAt = isDisabled ? sessions.now().milliseconds : nil
    try person.update(db)
    sessions.record(isDisabled ? .disabled : .enabled, person: id)
    if isDisabled { try sessions.end(.all, of: id, reason: .disabled, db) }
  }

  /// Ends all sessions of a user who withdrew consent at a provider. The account stays, because the user may come
  /// back.
  func forget(_ subject: String, provider: SignInProvider, issuer: String, _ db: Transaction) throws {
    guard var link = try LinkedIdentity.find(provider, issuer: issuer, subject: subject, db) else { return }
    link.refreshToken = nil
    try link.update(db)
    try sessions.end(.all, of: link.personID, reason: .revokedByProvider, db)
  }

  /// Returns the identities to revoke at providers before a user is deleted.
  func links(of id: String) async throws -> [LinkedIdentity] {
    try await sessions.database.read { db in try LinkedIdentity.all(of: id, db) }
  }
}
