public import Naru

/// The caller's account in the community.
@API("/api/v1/user", format: SaerokFormat.self, auth: .required)
public struct Account: Sendable {
  /// The caller's profile. A new user gets a nickname, which they can change.
  @GET("/me", versioned: true)
  public var profile: @Sendable () async throws -> Profile

  /// Changes the profile. The failure for a nickname that another user has is `APIError.Code.conflict`.
  @PATCH(
    "/me",
    changes: ["profile", "posts", "FreeBoard.posts", "FreeBoard.post", "FreeBoard.comments"],
    failures: [.nicknameTaken]
  )
  public var updateProfile: @Sendable (_ changes: ProfileChanges) async throws -> Profile

  /// The caller's own posts, newest first. `size` is 1…100. Without paging, the page is the first page of 100 posts.
  @GET("/me/posts")
  public var posts: @Sendable (_ paging: Paged<BoardPaging>?) async throws -> PostPage

  /// Whether a nickname is available. An unavailable or invalid one is not an error. The caller's own nickname is
  /// available.
  @GET("/check-nickname", auth: .optional)
  public var checkNickname: @Sendable (_ nickname: String) async throws -> NicknameCheck
}
