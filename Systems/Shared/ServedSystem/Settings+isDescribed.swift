import Naru
import Support

extension Settings {
  /// Whether the server has the OpenAPI documents of its systems. `nil` if it is not set.
  package var isDescribed: Bool? {
    get throws {
      guard let text = self[.openAPI] else { return nil }
      guard let value = Bool(text.lowercased()) else {
        throw MessageError(
          korean: "\(Setting.openAPI.rawValue) 값은 true 또는 false여야 합니다: “\(text)”",
          english: "\(Setting.openAPI.rawValue) must be true or false, not “\(text)”."
        )
      }
      return value
    }
  }
}
