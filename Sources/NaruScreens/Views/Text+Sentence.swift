#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension Text {
    /// Creates a text view of a sentence, in the language of this process.
    public init(_ sentence: Sentence) {
      self.init(verbatim: sentence.description)
    }
  }
#endif
