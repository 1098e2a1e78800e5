import HTTPTypes

/// The error for a request whose body does not arrive completely: the client disconnected, sent a broken chunk, or was too slow.
///
/// A server that reads the body for ``AcceptedCall`` throws it in place of its own error. The response is then a 400 or a 408, and not the
/// 500 of an unexpected error.
public struct BodyInterrupted: Error {
  let underlyingError: any Error
  private let isSlow: Bool

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - underlyingError: the error of the connection, for the log.
  ///   - isSlow: whether the server stopped waiting.
  public init(_ underlyingError: any Error, isSlow: Bool = false) {
    self.underlyingError = underlyingError
    self.isSlow = isSlow
  }

  /// The failure, in case the client still reads it.
  var failure: APIError {
    guard isSlow else {
      return APIError.invalidRequest([
        .korean: "요청 본문이 끝까지 오지 않았거나 올바르지 않습니다.",
        .english: "The request body is incomplete or malformed.",
      ])
    }
    return APIError(
      .invalidRequest,
      LocalizedMessage(
        korean: "요청 본문을 받는 데 너무 오래 걸렸습니다. 다시 시도해 주세요.",
        english: "The request body took too long to arrive. Try again."
      ),
      status: .requestTimeout
    )
  }
}
