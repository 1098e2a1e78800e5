public import HTTPTypes

/// The result of a call that creates a resource and returns only its address: 201 with `Location` and without a body.
///
/// ```swift
/// @POST("/imports", status: 201)
/// var add: @Sendable (_ file: Blob) async throws -> CreatedLocation
/// ```
public struct CreatedLocation: ResultWithHeaders, Hashable {
  /// The address, which may be relative to the request's address.
  public var location: String

  /// Creates a result.
  public init(_ location: String) {
    self.location = location
  }

  /// Reads the address.
  ///
  /// - Parameters:
  ///   - body: nothing.
  ///   - headers: the response's header fields.
  /// - Throws: an error if `Location` is missing.
  public init(body: Void, headers: HTTPFields) throws {
    guard let location = headers[.location] else { throw MissingParameter(name: "Location") }
    self.location = location
  }

  /// Nothing.
  public var body: Void { () }

  /// `Location`, encoded where it has to be.
  public var headers: HTTPFields { [.location: QueryString.complete(location, keeping: "#[]")] }

  /// `Location`.
  public static var headerNames: [HTTPField.Name] { [.location] }
}
