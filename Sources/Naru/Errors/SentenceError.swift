public import Foundation

/// An error with a sentence to show to a person.
public protocol PresentableError: LocalizedError, CustomStringConvertible, Sendable {
  /// The problem, and what to do about it.
  var sentence: Sentence { get }
}

extension PresentableError {
  /// The sentence in the language of this process.
  public var errorDescription: String? { sentence.description }

  /// The sentence in the language of this process.
  public var description: String { sentence.description }
}

/// An error that is a sentence for the person who can do something about it.
public struct SentenceError: PresentableError {
  /// The problem, and what to do about it.
  public let sentence: Sentence
  /// The underlying error. `nil` if there is none.
  public let cause: (any Error)?

  /// Creates an error from its sentence.
  ///
  /// - Parameters:
  ///   - sentence: the problem, and what to do about it.
  ///   - cause: the underlying error.
  public init(_ sentence: Sentence, cause: (any Error)? = nil) {
    self.sentence = sentence
    self.cause = cause
  }

  /// The sentence and the underlying error.
  public var description: String { cause.map { "\(sentence) (\($0))" } ?? sentence.description }
}
