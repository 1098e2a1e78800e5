public import Foundation
public import Naru

/// The caller as a reader.
@API("/api/v1", format: DockDockFormat.self, auth: .required)
public struct Users: Sendable {
  /// Returns the caller.
  @GET("/users/me", versioned: true)
  public var me: @Sendable () async throws -> User

  /// Changes the name that other readers see. The guide has no such endpoint; it is the local backend's own.
  @PATCH("/users/me", changes: ["me", "Reviews.ofBook"])
  public var update: @Sendable (_ changes: UserChanges) async throws -> User
}

/// A reader, as the reader sees themselves.
@Payload(keys: .snakeCase, init: true)
public struct User: Sendable, Hashable, Identifiable {
  /// The id of the account.
  public var id: String
  /// The e-mail address from the sign-in provider; empty if it reported none.
  public var email: String
  /// The name that the reader chose, or else the name from the sign-in provider. Other readers see only the chosen one.
  public var displayName: String?
  /// The URL of the picture from the sign-in provider.
  public var avatarURL: String?
  /// When the reader signed in for the first time.
  public var createdAt: Date
}

/// The changes to a reader. `nil` leaves a field as it is.
@Payload(keys: .snakeCase, init: true)
public struct UserChanges: Sendable, Hashable {
  /// The name that other readers see, 1…20 characters.
  @Constraints(.length(1...20)) public var displayName: String?
}

extension Users {
  /// The sample reader.
  public static var preview: Users {
    Users(
      me: { .sample },
      update: { changes in
        var user = User.sample
        user.displayName = changes.displayName ?? user.displayName
        return user
      }
    )
  }
}

extension User {
  /// A made-up reader.
  public static let sample = User(
    id: sampleReader,
    email: "reader@example.com",
    displayName: "책읽는고래",
    createdAt: sampleDate
  )
}
