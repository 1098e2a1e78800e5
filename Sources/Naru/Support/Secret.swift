/// A text that must not be seen: a token, a password, a key. Its description is `<redacted>`, in logs and dumps too.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text itself. Use it where it is sent or compared, nowhere else.
  public let revealed: String

  /// Hides a text.
  public init(_ text: String) {
    revealed = text
  }

  /// `<redacted>`.
  public var description: String { "<redacted>" }
  /// `<redacted>`.
  public var debugDescription: String { "<redacted>" }
  /// A mirror without the text.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
