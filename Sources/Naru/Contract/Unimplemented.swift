import IssueReporting

// MARK: - For generated code

/// Reports a test failure that names the endpoint, and returns the error to throw.
///
/// The closures of ``Contract/unimplemented`` call this.
///
/// - Parameter endpoint: the endpoint that was called.
/// - Returns: the error.
public func unimplementedCall(_ endpoint: Endpoint) -> APIError {
  reportIssue(
    """
    \(endpoint.id) was called, but this test does not implement it.
    Replace the closure before the call: `api.\(endpoint.name) = returns(…)`.
    """
  )
  var error = APIError(.unimplemented)
  error.endpoint = endpoint
  return error
}
