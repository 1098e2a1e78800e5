public import Naru

/// The state of a screen's content. Content that was loaded earlier stays visible in every phase.
///
/// An empty list in the phase ``loaded`` means that there is nothing; it differs from ``failed(_:)`` and ``offline(_:)``.
public enum LoadPhase: Sendable, Hashable {
  /// Nothing has been requested yet.
  case idle
  /// A request is in flight.
  case loading
  /// The last request succeeded.
  case loaded
  /// The server could not be reached. The sentence is for the screen.
  case offline(LocalizedMessage)
  /// The server no longer serves this release of the app (status 426). The sentence, which is for the screen, asks for an update: loading
  /// again can't succeed.
  case outdated(LocalizedMessage)
  /// The server rejected the request, or its response is invalid. The sentence is for the screen; it is the server's own if it sent one.
  case failed(LocalizedMessage)

  /// The explanation of a failure; `nil` in all other phases.
  public var localizedMessage: LocalizedMessage? {
    switch self {
    case .idle, .loading, .loaded: nil
    case .offline(let localizedMessage), .outdated(let localizedMessage), .failed(let localizedMessage):
      localizedMessage
    }
  }

  /// Creates the phase that follows an error; `nil` if the call was cancelled, which needs no explanation.
  public init?(_ error: any Error) {
    guard let error = error as? APIError else {
      guard !(error is CancellationError) else { return nil }
      // Such as that the device is full.
      self = .failed((error as? any PresentableError)?.localizedMessage ?? APIError(.unknown).localizedMessage)
      return
    }
    switch error.code {
    case .cancelled: return nil
    case .unreachable, .timedOut: self = .offline(error.localizedMessage)
    case .outdated: self = .outdated(error.localizedMessage)
    default: self = .failed(error.localizedMessage)
    }
  }
}

extension LocalizedMessage {
  /// Creates the explanation of an error for the screen; `nil` if the call was cancelled, which needs no explanation.
  public init?(explaining error: any Error) {
    guard let localizedMessage = LoadPhase(error)?.localizedMessage else { return nil }
    self = localizedMessage
  }
}

extension APIError {
  /// Runs an operation and ignores an error with one code, for example `notFound` when something is removed.
  ///
  /// ```swift
  /// try await APIError.ignoring(.notFound) { try await shelf.remove(id: id) }
  /// ```
  ///
  /// - Parameters:
  ///   - code: the code of the error to ignore.
  ///   - operation: the operation.
  /// - Throws: every other error of the operation.
  public nonisolated(nonsending) static func ignoring(
    _ code: Code,
    _ operation: nonisolated(nonsending) () async throws -> Void
  ) async throws {
    do {
      try await operation()
    } catch let error as APIError where error.code == code {}
  }
}
