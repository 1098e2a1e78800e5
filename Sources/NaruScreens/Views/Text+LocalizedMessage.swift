#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension Text {
    /// Creates a string view of a sentence, in the language of this process.
    public init(_ localizedMessage: LocalizedMessage) {
      self.init(verbatim: localizedMessage.description)
    }
  }
#endif
