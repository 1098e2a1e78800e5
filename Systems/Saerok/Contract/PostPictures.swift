public import Foundation
public import Naru
@_exported public import PictureLinks

/// The pictures of posts. The author asks for a link, sends the picture there, and registers it.
@API("/api/v1/community/freeboard", format: SaerokFormat.self, auth: .required)
public struct PostPictures: Sendable {
  /// Returns a link to send a picture to. A post has up to 20 pictures.
  @POST("/posts/{postID}/images", status: 201, failures: [.notTheAuthor], idempotencyKey: true)
  public var presign: @Sendable (_ postID: Post.ID, _ picture: NewPicture) async throws -> PictureLink

  /// Sends a picture to its link, until it is registered. A 403 is an expired or altered link.
  @PUT("/uploads/{link...}", auth: .none, failures: [.invalidLink])
  public var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void

  /// Adds a sent picture to its post.
  @PUT("/posts/{postID}/images/{key}", changes: ["list"], failures: [.notTheAuthor])
  public var register: @Sendable (_ postID: Post.ID, _ key: UUID) async throws -> PictureLink

  /// Removes a picture from its post.
  @DELETE("/posts/{postID}/images/{key}", changes: ["list"], failures: [.notTheAuthor])
  public var remove: @Sendable (_ postID: Post.ID, _ key: UUID) async throws -> Void

  /// The pictures of a post that the caller can see, the oldest first.
  @GET("/posts/{postID}/images", auth: .optional)
  public var list: @Sendable (_ postID: Post.ID) async throws -> [PictureLink]

  /// A picture. A 403 is an expired or altered link.
  @GET("/images/{link...}", auth: .none, failures: [.invalidLink])
  public var picture: @Sendable (_ link: LinkURL) async throws -> Blob
}

extension PostPictures {
  /// One sample picture. Changes are accepted, but not stored.
  public static var preview: PostPictures {
    PostPictures(
      presign: { _, _ in .sample },
      upload: { _, _ in },
      register: { _, _ in .sample },
      remove: { _, _ in },
      list: { _ in [.sample] },
      picture: { _ in Blob(Data(), contentType: "image/png") }
    )
  }

  /// Adds a picture to a post, in three calls.
  public func add(_ picture: Blob, to post: Post.ID) async throws -> PictureLink {
    let place = try await presign(post, NewPicture(picture))
    try await upload(place.link, picture)
    return try await register(post, place.key)
  }
}
