public import Naru

/// The caller as a person of the community.
@API("/api/v1/user", format: SaerokFormat.self, auth: .required)
public struct Account: Sendable {
  /// The caller's profile. Who asks for the first time gets a nickname, which can be changed.
  @GET("/me")
  public var profile: @Sendable () async throws -> Profile

  /// Changes the profile. `APIError.Code.conflict` if somebody else has the nickname.
  @PATCH("/me")
  public var updateProfile: @Sendable (_ changes: ProfileChanges) async throws -> Profile

  /// The caller's own posts, newest first. Without paging all of them; `size` is 1…100.
  @GET("/me/posts")
  public var posts: @Sendable (_ paging: Paged<Paging>?) async throws -> PostPage

  /// Whether a nickname can be had; for one that can't be, an answer and not an error. The caller's own can.
  @GET("/check-nickname", auth: .optional)
  public var checkNickname: @Sendable (_ nickname: String) async throws -> NicknameCheck
}
