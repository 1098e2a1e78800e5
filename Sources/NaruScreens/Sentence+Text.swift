public import Naru
#if canImport(SwiftUI)
  public import SwiftUI
#endif

extension String {
  /// Creates the text of a ``Naru/Sentence`` in the language of this process.
  ///
  /// - Parameters:
  ///   - korean: the Korean text.
  ///   - english: the English text.
  public init(korean: String, english: String) {
    self = Sentence(korean: korean, english: english).description
  }
}

#if canImport(SwiftUI)
  extension Text {
    /// Creates a text view of a sentence, in the language of this process.
    public init(_ sentence: Sentence) {
      self.init(verbatim: sentence.description)
    }
  }
#endif
