/// A string that must stay secret: a token, a password, a key. Its description is `<redacted>`, in logs and dumps too.
public struct Secret: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The secret itself. Use it only where it is sent or compared.
  public let revealed: String

  /// Wraps a string.
  public init(_ text: String) {
    revealed = text
  }

  /// `<redacted>`, also for `String(reflecting:)`.
  public var description: String { "<redacted>" }
  /// A mirror without the secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
