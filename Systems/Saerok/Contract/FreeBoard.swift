public import Naru

/// The free board. Guests read; people who are signed in write.
///
/// Posts and comments of people whom the caller blocked are left out, so a page is always full; such a post by its number is
/// not found.
@API("/api/v1/community/freeboard", format: SaerokFormat.self, auth: .required)
public struct FreeBoard: Sendable {
  /// The posts, newest first. Without paging all of them; `size` is 1…100.
  @GET("/posts", auth: .optional)
  public var posts: @Sendable (_ paging: Paged<Paging>?) async throws -> PostPage

  /// One post. `APIError.Code.notFound` if there is none.
  @GET("/posts/{postID}", auth: .optional)
  public var post: @Sendable (_ postID: Post.ID) async throws -> Post

  /// Writes a post.
  @POST("/posts", status: 201)
  public var writePost: @Sendable (_ draft: PostDraft) async throws -> WrittenPost

  /// Changes a post of one's own.
  @PATCH("/posts/{postID}")
  public var editPost: @Sendable (_ postID: Post.ID, _ draft: PostDraft) async throws -> WrittenPost

  /// Deletes a post of one's own, with its comments.
  @DELETE("/posts/{postID}")
  public var deletePost: @Sendable (_ postID: Post.ID) async throws -> Void

  /// Reports somebody else's post, once.
  @POST("/posts/{postID}/report", status: 201)
  public var reportPost: @Sendable (_ postID: Post.ID) async throws -> Report

  /// The comments on a post, oldest first. Without paging all of them; `size` is 1…100 and counts no replies.
  @GET("/posts/{postID}/comments", auth: .optional)
  public var comments: @Sendable (_ postID: Post.ID, _ paging: Paged<Paging>?) async throws -> CommentPage

  /// How many comments on a post can be read. Nobody's blocks play a part.
  @GET("/posts/{postID}/comments/count", auth: .none)
  public var commentCount: @Sendable (_ postID: Post.ID) async throws -> CommentCount

  /// Comments on a post, or replies to a comment. A reply has no replies.
  @POST("/posts/{postID}/comments", status: 201)
  public var writeComment: @Sendable (_ postID: Post.ID, _ draft: CommentDraft) async throws -> WrittenComment

  /// Changes a comment of one's own.
  @PATCH("/posts/{postID}/comments/{commentID}")
  public var editComment:
    @Sendable (_ postID: Post.ID, _ commentID: Comment.ID, _ changes: CommentChanges) async throws -> WrittenComment

  /// Deletes a comment of one's own, or any on one's own post. One with replies stays as ``Comment/Status/deleted`` for as
  /// long as it has some.
  @DELETE("/posts/{postID}/comments/{commentID}")
  public var deleteComment: @Sendable (_ postID: Post.ID, _ commentID: Comment.ID) async throws -> Void

  /// Reports somebody else's comment, once.
  @POST("/posts/{postID}/comments/{commentID}/report", status: 201)
  public var reportComment: @Sendable (_ postID: Post.ID, _ commentID: Comment.ID) async throws -> Report
}
