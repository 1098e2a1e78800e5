package import Foundation
public import Naru

/// A picture to send.
@Payload(init: true)
public struct NewPicture: Sendable, Hashable {
  /// The number of bytes of the largest picture.
  package static let maxLength = 5 << 20

  /// The media type.
  public var type: PictureType
  /// The number of bytes, at most 5 MB.
  @Constraints(.range(1...5_242_880)) public var length: Int

  /// Describes a picture whose length is known, such as a file.
  ///
  /// - Throws: `APIError` with the code `invalidRequest` unless it is a JPEG or a PNG of at most 5 MB.
  public init(_ picture: Blob) throws(APIError) {
    guard let type = PictureType(rawValue: picture.contentType), 1...Self.maxLength ~= picture.length ?? 0 else {
      throw APIError.invalidRequest(
        LocalizedMessage(korean: "사진은 5MB 이하의 JPEG 또는 PNG여야 합니다.", english: "Use a JPEG or PNG of up to 5 MB.")
      )
    }
    self.init(type: type, length: picture.length ?? 0)
  }
}

/// The media type of a picture.
@Payload
public enum PictureType: String, Sendable, CaseIterable {
  case jpeg = "image/jpeg"
  case png = "image/png"

  /// The type of a picture by its first bytes. `nil` for other content.
  package init?(_ content: Data) {
    if content.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if content.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else {
      return nil
    }
  }
}
