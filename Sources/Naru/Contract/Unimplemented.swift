import IssueReporting

/// Reports a test failure that names the endpoint, and returns the error to throw.
///
/// The closures of ``Contract/unimplemented`` call this.
public func unimplementedCall(_ endpoint: Endpoint) -> APIError {
  reportIssue(
    """
    \(endpoint.id) was called, and this test does not say what it answers.
    Replace the closure before the call: `api.\(endpoint.name) = returns(…)`.
    """
  )
  var error = APIError(.unimplemented)
  error.endpoint = endpoint
  return error
}
