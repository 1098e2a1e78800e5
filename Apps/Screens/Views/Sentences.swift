#if canImport(SwiftUI)
  package import Naru
  package import SwiftUI

  extension Text {
    /// A sentence, in the language of this process.
    package init(_ sentence: Sentence) {
      self.init(verbatim: sentence.description)
    }
  }

  /// A text of the app, in the language of this process.
  package func localized(_ korean: String, _ english: String) -> String {
    Sentence(korean: korean, english: english).description
  }
#endif
