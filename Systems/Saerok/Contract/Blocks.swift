public import Foundation
public import Naru

/// The users whom the caller has blocked.
@API("/api/v1/users/blocks", format: SaerokFormat.self, auth: .required)
public struct Blocks: Sendable {
  /// The blocked users, most recent first.
  @GET("/")
  public var list: @Sendable () async throws -> [BlockedPerson]

  /// Blocks a user. A user who is blocked already is returned as not new.
  @POST(
    "/",
    status: 201,
    changes: ["list", "FreeBoard.posts", "FreeBoard.post", "FreeBoard.comments", "Account.posts", "PostPictures.list"],
    failures: [.personUnknown],
    idempotencyKey: true
  )
  public var block: @Sendable (_ person: BlockRequest) async throws -> CreatedOrExisting<BlockedPerson>

  /// Unblocks a user. A user who is not blocked is not an error.
  @DELETE(
    "/{userID}",
    changes: ["list", "FreeBoard.posts", "FreeBoard.post", "FreeBoard.comments", "Account.posts", "PostPictures.list"]
  )
  public var unblock: @Sendable (_ userID: UserID) async throws -> Void
}

/// A user whom the caller has blocked.
@Payload(init: true)
public struct BlockedPerson: Sendable, Hashable, Identifiable {
  /// The user's id.
  @Key("userId") public var id: UserID
  /// The user's nickname.
  public var nickname: String
  /// When the caller blocked them.
  public var blockedAt: Date
}
