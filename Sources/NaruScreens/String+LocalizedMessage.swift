import Naru

extension String {
  /// Creates the string of a ``NaruMessages/LocalizedMessage`` in the language of this process.
  ///
  /// - Parameters:
  ///   - korean: the Korean string.
  ///   - english: the English string.
  public init(korean: String, english: String) {
    self = LocalizedMessage(korean: korean, english: english).description
  }
}
