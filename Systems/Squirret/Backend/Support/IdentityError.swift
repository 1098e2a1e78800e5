public import Foundation
public import Naru

/// What is wrong with how a server's sign-in is set up, as a sentence for the person who started it.
public struct IdentityError: Error, LocalizedError, Sendable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let sentence: Sentence
  /// The error below this one.
  public let cause: (any Error)?

  /// An error with its sentence.
  public init(_ sentence: Sentence, cause: (any Error)? = nil) {
    self.sentence = sentence
    self.cause = cause
  }

  /// The sentence in the language of this process.
  public var errorDescription: String? { sentence.description }
  /// The sentence, and the error below.
  public var description: String { cause.map { "\(sentence) (\($0))" } ?? sentence.description }
}
