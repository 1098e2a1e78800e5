public import Foundation
public import Naru

/// The people whom the caller doesn't want to read.
@API("/api/v1/users/blocks", format: SaerokFormat.self, auth: .required)
public struct Blocks: Sendable {
  /// Whom the caller blocked, the last one first.
  @GET("/")
  public var list: @Sendable () async throws -> [BlockedPerson]

  /// Blocks somebody. Who is blocked already is not new.
  @POST("/", status: 201)
  public var block: @Sendable (_ person: PersonToBlock) async throws -> Created<BlockedPerson>

  /// Unblocks somebody; one who is not blocked stays so.
  @DELETE("/{userID}")
  public var unblock: @Sendable (_ userID: UserID) async throws -> Void
}

/// Somebody whom the caller blocked.
@Payload(init: true)
public struct BlockedPerson: Sendable, Hashable, Identifiable {
  /// The number of the person.
  @Key("userId") public var id: UserID
  /// The name that the person goes by.
  public var nickname: String
  /// When the caller blocked them.
  public var blockedAt: Date
}
