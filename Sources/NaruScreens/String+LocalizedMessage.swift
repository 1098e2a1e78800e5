import Naru

extension String {
  /// Creates the text of a ``Naru/LocalizedMessage`` in the language of this process.
  ///
  /// - Parameters:
  ///   - korean: the Korean text.
  ///   - english: the English text.
  public init(korean: String, english: String) {
    self = LocalizedMessage(korean: korean, english: english).description
  }
}
