public import Foundation

/// An error with a sentence to show to a person.
public protocol PresentableError: LocalizedError, CustomStringConvertible, Sendable {
  /// The problem, and what to do about it.
  var localizedMessage: LocalizedMessage { get }
}

extension PresentableError {
  /// The sentence in the language of this process.
  public var errorDescription: String? { localizedMessage.description }

  /// The sentence in the language of this process.
  public var description: String { localizedMessage.description }
}

/// An error that is a sentence for the person who can do something about it.
public struct MessageError: PresentableError {
  /// The problem, and what to do about it.
  public let localizedMessage: LocalizedMessage
  /// The underlying error. `nil` if there is none.
  public let underlyingError: (any Error)?

  /// Creates an error from its sentence.
  ///
  /// - Parameters:
  ///   - localizedMessage: the problem, and what to do about it.
  ///   - underlyingError: the underlying error.
  public init(_ localizedMessage: LocalizedMessage, underlyingError: (any Error)? = nil) {
    self.localizedMessage = localizedMessage
    self.underlyingError = underlyingError
  }

  /// The sentence and the underlying error.
  public var description: String {
    underlyingError.map { "\(localizedMessage) (\($0))" } ?? localizedMessage.description
  }
}
