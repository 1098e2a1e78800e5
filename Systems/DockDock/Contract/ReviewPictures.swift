public import Foundation
public import Naru
@_exported public import PictureLinks

/// The pictures of reviews. The author asks for a link, sends the picture there, and registers it.
@API("/api/v1/reviews", format: DockDockFormat.self, auth: .required)
public struct ReviewPictures: Sendable {
  /// Returns a link to send a picture to. A review has up to 20 pictures.
  @POST("/{id}/images", status: 201, idempotencyKey: true)
  public var presign: @Sendable (_ id: Review.ID, _ picture: NewPicture) async throws -> PictureLink

  /// Sends a picture to its link, until it is registered. A 403 is an expired or altered link.
  @PUT("/uploads/{link...}", auth: .none, failures: [.invalidLink])
  public var upload: @Sendable (_ link: LinkURL, _ picture: Blob) async throws -> Void

  /// Adds a sent picture to its review.
  @PUT("/{id}/images/{key}", changes: ["list"])
  public var register: @Sendable (_ id: Review.ID, _ key: UUID) async throws -> PictureLink

  /// Removes a picture from its review.
  @DELETE("/{id}/images/{key}", changes: ["list"])
  public var remove: @Sendable (_ id: Review.ID, _ key: UUID) async throws -> Void

  /// The pictures of a review that the caller can see, the oldest first.
  @GET("/{id}/images", auth: .optional)
  public var list: @Sendable (_ id: Review.ID) async throws -> [PictureLink]

  /// A picture. A 403 is an expired or altered link.
  @GET("/images/{link...}", auth: .none, failures: [.invalidLink])
  public var picture: @Sendable (_ link: LinkURL) async throws -> Blob
}

extension ReviewPictures {
  /// One sample picture. Changes are accepted, but not stored.
  public static var preview: ReviewPictures {
    ReviewPictures(
      presign: { _, _ in .sample },
      upload: { _, _ in },
      register: { _, _ in .sample },
      remove: { _, _ in },
      list: { _ in [.sample] },
      picture: { _ in Blob(Data(), contentType: "image/png") }
    )
  }

  /// Adds a picture to a review, in three calls.
  public func add(_ picture: Blob, to review: Review.ID) async throws -> PictureLink {
    let place = try await presign(review, NewPicture(picture))
    try await upload(place.link, picture)
    return try await register(review, place.key)
  }
}
