/// A struct of closures that declares an API. `@API` makes the conformance; it can be written by hand as well.
///
/// The same value is called (``live(_:)``), served (``routes``), and replaced (``unimplemented``).
public protocol Contract: Sendable {
  /// The value whose closures call the server that `client` points to. What they throw is always an ``APIError``.
  static func live(_ client: APIClient) -> Self

  /// The value whose closures report a test failure that names the endpoint, and throw.
  ///
  /// Start a test from it and replace the closures that the test expects to be called. On Linux, the test target has to
  /// depend on `NaruTesting` for the failure to be reported; the error is thrown in any case.
  static var unimplemented: Self { get }

  /// Every endpoint with the code that answers it from a value of the contract.
  static var routes: [Route<Self>] { get }
}

extension Contract {
  /// The tokens of all endpoints, in the order of the declaration.
  public static var endpoints: [Endpoint] { routes.map(\.endpoint) }
}
