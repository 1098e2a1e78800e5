#if canImport(SwiftUI)
  public import Naru
  public import SwiftUI

  extension Text {
    /// Creates a string view of a sentence, in the language of this process. A literal remains a key of the app's own table.
    @_disfavoredOverload
    public init(_ localizedMessage: LocalizedMessage) {
      self.init(verbatim: localizedMessage.description)
    }
  }
#endif
