package import HTTPTypes
public import Naru

/// Sends the calls of a client to a space of a lab, instead of the server's own data.
///
/// ```swift
/// _ = try await lab.addSpace(name: "a", snapshot: "start")
/// let client = APIClient(url, transport: transport, middleware: [LabSpace("a")])
/// let token = try await Lab.live(client).signIn(person: .init(name: "홍길동")).accessToken   // in the space, too
/// ```
///
/// A call to a space that does not exist fails with `notFound`. ``Lab/inSpace(from:_:)`` adds a space and removes it.
public struct LabSpace: Middleware {
  /// The name of the space.
  public let name: String

  /// Creates a middleware.
  ///
  /// - Parameter name: the name of the space.
  public init(_ name: String) {
    self.name = name
  }

  /// Adds the header field `Naru-Space`, unless the call names a space itself or goes to another origin.
  @concurrent
  public func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    guard request.isAtOrigin, request.head.headerFields[.naruSpace] == nil else { return try await next(request) }
    var request = request
    request.head.headerFields[.naruSpace] = name
    return try await next(request)
  }
}

extension HTTPField.Name {
  /// The name of the space that answers the request.
  package static let naruSpace = known("Naru-Space")
}
