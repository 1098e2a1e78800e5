/// A struct of closures that declares an API. `@API` writes the conformance; you can also write it by hand.
///
/// The same type is called (``live(_:)``), served (``routes``) and replaced (``unimplemented``).
public protocol Contract: Sendable {
  /// Returns the value whose closures call the client's server. The closures throw only ``APIError``.
  static func live(_ client: APIClient) -> Self

  /// The value whose closures report a test failure that names the endpoint, and throw.
  ///
  /// Start a test from it, and replace the closures that the test expects to be called. On Linux, the failure is reported
  /// only if the test target depends on `NaruTesting`; the error is always thrown.
  static var unimplemented: Self { get }

  /// The tokens of all endpoints, in the order of the declaration.
  static var endpoints: [Endpoint] { get }

  /// Every endpoint with the code that serves it from a value of the contract. Empty if the contract is for clients only.
  static var routes: [Route<Self>] { get }
}

extension Contract {
  /// The endpoints of ``routes``.
  public static var endpoints: [Endpoint] { routes.map(\.endpoint) }
}
