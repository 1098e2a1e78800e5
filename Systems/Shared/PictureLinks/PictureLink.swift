public import Foundation
public import Naru

/// A picture and a signed link to it, which expires after ten minutes.
@Payload(init: true)
public struct PictureLink: Sendable, Hashable {
  /// The key of the picture.
  public var key: UUID
  /// The link to send it to, or to read it from. Anyone who has the link can use it.
  public var link: LinkURL

  /// A sample for previews.
  package static let sample = PictureLink(
    key: UUID(uuid: (0x5A, 0x0C, 0x6C, 0x2E, 0x0F, 0x6B, 0x4B, 0x6E, 0x9F, 0x39, 0, 0, 0, 0, 0, 1)),
    link: LinkURL("/images/5a0c6c2e-0f6b-4b6e-9f39-000000000001?expires=0&signature=sample")
  )
}

extension Endpoint.Failure {
  /// The link to a picture was altered, or has expired.
  package static let invalidLink = Self(403, nil, "The link was altered, or has expired.")
}
