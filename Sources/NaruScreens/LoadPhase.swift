public import Naru

/// How far a screen is with what it shows. What was loaded before stays on the screen in every phase.
///
/// Loaded and nothing there is ``loaded`` with an empty list: it looks different from ``failed(_:)`` and ``offline(_:)``.
public enum LoadPhase: Sendable, Hashable {
  /// Nothing was asked for yet.
  case idle
  /// An answer is awaited.
  case loading
  /// An answer came.
  case loaded
  /// The server could not be reached. The sentence is for the screen.
  case offline(Sentence)
  /// The server refused, or its answer can't be read. The sentence is for the screen: the server's own, where it sent one.
  case failed(Sentence)

  /// What to tell the person; `nil` where nothing is wrong.
  public var sentence: Sentence? {
    switch self {
    case .idle, .loading, .loaded: nil
    case .offline(let sentence), .failed(let sentence): sentence
    }
  }

  /// The phase after an error; `nil` for a call that was cancelled, after which nothing has to be said.
  public init?(_ error: any Error) {
    guard let error = error as? APIError else {
      guard !(error is CancellationError) else { return nil }
      self = .failed(APIError(.failed).sentence)
      return
    }
    switch error.code {
    case .cancelled: return nil
    case .unreachable, .timedOut: self = .offline(error.sentence)
    default: self = .failed(error.sentence)
    }
  }
}

/// What to tell the person about something that was tried; `nil` for a call that was cancelled.
public func notice(_ error: any Error) -> Sentence? {
  LoadPhase(error)?.sentence
}

/// Removes something. That it is not there is what was wanted.
public func unlessGone(_ remove: () async throws -> Void) async throws {
  do {
    try await remove()
  } catch let error as APIError where error.code == .notFound {}
}
