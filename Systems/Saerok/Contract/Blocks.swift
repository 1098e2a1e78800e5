public import Foundation
public import Naru

/// The people whom the caller has blocked.
@API("/api/v1/users/blocks", format: SaerokFormat.self, auth: .required)
public struct Blocks: Sendable {
  /// The blocked people, most recent first.
  @GET("/")
  public var list: @Sendable () async throws -> [BlockedPerson]

  /// Blocks a person. A person who is blocked already is returned as not new.
  @POST("/", status: 201, failures: [.personUnknown], idempotencyKey: true)
  public var block: @Sendable (_ person: BlockRequest) async throws -> CreatedOrExisting<BlockedPerson>

  /// Unblocks a person. A person who is not blocked is not an error.
  @DELETE("/{userID}")
  public var unblock: @Sendable (_ userID: UserID) async throws -> Void
}

/// A person whom the caller has blocked.
@Payload(init: true)
public struct BlockedPerson: Sendable, Hashable, Identifiable {
  /// The person's id.
  @Key("userId") public var id: UserID
  /// The person's nickname.
  public var nickname: String
  /// When the caller blocked them.
  public var blockedAt: Date
}
