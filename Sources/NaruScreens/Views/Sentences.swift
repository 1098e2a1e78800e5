#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension Text {
    /// A sentence, in the language of this process.
    public init(_ sentence: Sentence) {
      self.init(verbatim: sentence.description)
    }
  }

  /// A text of the app, in the language of this process.
  public func localized(_ korean: String, _ english: String) -> String {
    Sentence(korean: korean, english: english).description
  }
#endif
