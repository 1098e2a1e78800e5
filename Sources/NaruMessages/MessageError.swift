public import Foundation

/// An error with a message to show to a user.
public protocol PresentableError: LocalizedError, CustomStringConvertible, Sendable {
  /// The problem and its remedy.
  var localizedMessage: LocalizedMessage { get }
}

extension PresentableError {
  /// The sentence in the language of this process.
  public var errorDescription: String? { localizedMessage.description }

  /// The sentence in the language of this process.
  public var description: String { localizedMessage.description }
}

/// An error that is a message for the user who can act on it.
public struct MessageError: PresentableError {
  /// The problem and its remedy.
  public let localizedMessage: LocalizedMessage
  /// The underlying error. `nil` if there is none.
  public let underlyingError: (any Error)?

  /// Creates an error from its sentence.
  ///
  /// - Parameters:
  ///   - localizedMessage: the problem and its remedy.
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
