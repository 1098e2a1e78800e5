public import Naru

/// The free board. Guests can read it, and signed-in users can write.
///
/// The server omits posts and comments of users whom the caller blocked, and fills pages with others. Such a post is
/// not found by its id.
@API("/api/v1/community/freeboard", format: SaerokFormat.self, auth: .required)
public struct FreeBoard: Sendable {
  /// The posts, newest first. `size` is 1…100. Without paging, the page is the first page of 100 posts.
  @GET("/posts", auth: .optional)
  public var posts: @Sendable (_ paging: Paged<BoardPaging>?) async throws -> PostPage

  /// One post. The failure for an unknown id is `APIError.Code.notFound`.
  @GET("/posts/{postID}", auth: .optional, versioned: true)
  public var post: @Sendable (_ postID: Post.ID) async throws -> Post

  /// Writes a post.
  @POST("/posts", status: 201, changes: ["posts", "Account.posts"], idempotencyKey: true)
  public var writePost: @Sendable (_ draft: PostDraft) async throws -> WrittenPost

  /// Changes one of the caller's own posts.
  @PATCH("/posts/{postID}", changes: ["posts", "post", "Account.posts"], failures: [.notTheAuthor])
  public var editPost: @Sendable (_ postID: Post.ID, _ draft: PostDraft) async throws -> WrittenPost

  /// Deletes one of the caller's own posts with its comments.
  @DELETE(
    "/posts/{postID}",
    changes: ["posts", "post", "comments", "commentCount", "Account.posts", "PostPictures.list"],
    failures: [.notTheAuthor]
  )
  public var deletePost: @Sendable (_ postID: Post.ID) async throws -> Void

  /// Reports another user's post. Each user can report it once.
  @POST("/posts/{postID}/report", status: 201, idempotencyKey: true)
  public var reportPost: @Sendable (_ postID: Post.ID) async throws -> Report

  /// The comments on a post, oldest first. `size` is 1…100 and does not count replies. Without paging, the page is the first
  /// one with 100 comments.
  @GET("/posts/{postID}/comments", auth: .optional)
  public var comments: @Sendable (_ postID: Post.ID, _ paging: Paged<BoardPaging>?) async throws -> CommentPage

  /// The number of comments on a post, regardless of blocks.
  @GET("/posts/{postID}/comments/count", auth: .none)
  public var commentCount: @Sendable (_ postID: Post.ID) async throws -> CommentCount

  /// Writes a comment on a post, or a reply to a comment. A reply can't have replies.
  @POST(
    "/posts/{postID}/comments",
    status: 201,
    changes: ["comments", "commentCount", "post", "posts", "Account.posts"],
    idempotencyKey: true
  )
  public var writeComment: @Sendable (_ postID: Post.ID, _ draft: CommentDraft) async throws -> WrittenComment

  /// Changes one of the caller's own comments.
  @PATCH("/posts/{postID}/comments/{commentID}", changes: ["comments"], failures: [.notTheAuthor])
  public var editComment:
    @Sendable (_ postID: Post.ID, _ commentID: Comment.ID, _ changes: CommentChanges) async throws -> WrittenComment

  /// Deletes one of the caller's own comments, or any comment on their own post. A comment with replies stays as
  /// ``Comment/Status/deleted`` until the last reply is deleted.
  @DELETE(
    "/posts/{postID}/comments/{commentID}",
    changes: ["comments", "commentCount", "post", "posts", "Account.posts"],
    failures: [.notTheAuthor]
  )
  public var deleteComment: @Sendable (_ postID: Post.ID, _ commentID: Comment.ID) async throws -> Void

  /// Reports another user's comment. Each user can report it once.
  @POST("/posts/{postID}/comments/{commentID}/report", status: 201, idempotencyKey: true)
  public var reportComment: @Sendable (_ postID: Post.ID, _ commentID: Comment.ID) async throws -> Report
}
