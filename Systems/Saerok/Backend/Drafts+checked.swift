import Naru
import Rules
import Saerok

extension PostDraft {
  /// Returns the normalized text.
  func checked() throws(APIError) -> String {
    try TextRule("content", isMultiline: true).checked(content)
  }
}

extension CommentDraft {
  /// Returns the normalized text.
  func checked() throws(APIError) -> String {
    try TextRule("content", isMultiline: true).checked(content)
  }
}
