public import Foundation
public import Naru

extension Lab {
  /// A copy of the server's data for the requests that have its name in the header field `Naru-Space`.
  @Payload(init: true)
  public struct Space: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The snapshot that was copied. `nil`: the data as it was when the space was added.
    public var snapshot: String?
    /// When it was added, by the machine's clock.
    public var addedAt: Date
  }

  /// Runs a test in a space of its own, and removes the space afterwards. Tests in several spaces can run at the same time.
  ///
  /// ```swift
  /// try await lab.inSpace(from: "start") { space in
  ///   let shelf = ReadingBooks.live(APIClient(url, transport: transport, middleware: [space, BearerAuthentication { token }]))
  ///   …
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - snapshot: the snapshot to copy. `nil`: the data as it is now.
  ///   - body: the test. The middleware that it gets sends the calls of a client to the space.
  /// - Returns: the result of the test.
  /// - Throws: the error of the test, or `APIError` if the space can't be added or removed.
  public func inSpace<Result>(
    from snapshot: String? = nil,
    _ body: (LabSpace) async throws -> Result
  ) async throws -> Result {
    let name = UUID().uuidString.lowercased()
    _ = try await addSpace(name: name, snapshot: snapshot)
    let result = await Swift.Result { try await body(LabSpace(name)) }
    // A test that was cancelled leaves nothing either.
    let removal = await Task { try await removeSpace(name: name) }.result
    let value = try result.get()
    try removal.get()
    return value
  }
}
