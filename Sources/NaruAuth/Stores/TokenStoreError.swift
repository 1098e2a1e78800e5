import Foundation
public import Naru

/// The reason why a token store could not be used.
public struct TokenStoreError: Error, Sendable, Equatable {
  /// The kinds of errors.
  public enum Kind: Sendable {
    /// The store can't be read before the user unlocks the device. Try again later.
    case locked
    /// Another process has locked the store for too long.
    case busy
    /// Other users could read or change the store, so it was not read or written.
    case insecurePermissions
    /// The system reported another error.
    case failed
  }

  /// The kind of the error.
  public let kind: Kind
  /// The message for the user, with the store and the remedy.
  public let localizedMessage: LocalizedMessage

  /// Creates an error with its sentence.
  public init(_ kind: Kind, _ localizedMessage: LocalizedMessage) {
    self.kind = kind
    self.localizedMessage = localizedMessage
  }

  init(_ kind: Kind, korean: String, english: String) {
    self.init(kind, LocalizedMessage(korean: korean, english: english))
  }
}

extension TokenStoreError: PresentableError {
  /// The kind and the English sentence, for logs. It contains no token.
  public var description: String { "\(kind): \(localizedMessage.english)" }
}
