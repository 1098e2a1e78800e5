public import Foundation
public import Naru

/// Why a place for a credential could not be used.
public struct TokenStoreError: Error, Sendable, Equatable {
  /// What the matter is.
  public enum Kind: Sendable {
    /// There may be something, but it can't be read before the person has unlocked the device or the keyring. Try later.
    case locked
    /// There is no such place on this system, such as no keyring service.
    case missing
    /// Another process has kept it for itself for too long.
    case busy
    /// The place is not safe: others could read or change it. Nothing was read or written.
    case unsafe
    /// The system refused, or what it said makes no sense.
    case failed
  }

  /// What the matter is.
  public let kind: Kind
  /// The sentence to show, with the place and what to do.
  public let sentence: Sentence

  /// An error with its sentence.
  public init(_ kind: Kind, _ sentence: Sentence) {
    self.kind = kind
    self.sentence = sentence
  }
}

extension TokenStoreError: LocalizedError, CustomStringConvertible {
  /// The sentence, in the language of this process.
  public var errorDescription: String? { sentence.description }
  /// The kind and the English sentence, for logs. Never a token.
  public var description: String { "\(kind): \(sentence.english)" }
}
