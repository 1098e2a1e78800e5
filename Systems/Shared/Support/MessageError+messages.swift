package import NaruMessages

extension MessageError {
  /// Creates an error from its sentence in both languages.
  package init(korean: String, english: String, underlyingError: (any Error)? = nil) {
    self.init(LocalizedMessage(korean: korean, english: english), underlyingError: underlyingError)
  }
}
