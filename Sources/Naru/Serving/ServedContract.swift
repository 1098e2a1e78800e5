import Foundation
import HTTPTypes

/// A contract with the value that answers it, for each caller.
///
/// A web server answers HTTP requests with it: `NaruServer` mounts it in a Hummingbird router, ``InMemoryTransport`` calls
/// it in this process.
public struct ServedContract: Sendable {
  typealias Answer = @concurrent @Sendable (Caller, IncomingCall) async throws -> APIResponse
  typealias Route = (endpoint: Endpoint, answer: Answer)

  /// The tokens of the contract's endpoints.
  public var endpoints: [Endpoint] { routes.map(\.endpoint) }

  /// The endpoints. Of two that match the same path, the more specific one comes first.
  let routes: [Route]
  let options: ServingOptions
  private let format: any ResponseFormat.Type
  private let basePath: [String]
  /// The first segments of the paths, if the paths have no common base. `nil` if they have one, or if a path begins with
  /// a placeholder.
  private let firstSegments: Set<Substring>?

  /// Serves a contract.
  ///
  /// - Precondition: the contract is not for clients only (`@API(serves: false)`).
  /// - Parameters:
  ///   - contract: the contract's type.
  ///   - options: the authenticator and the limits.
  ///   - api: returns the value for a caller. It is called once for each authenticated request; an error that it throws
  ///     becomes the response.
  public init<API: Contract>(
    _ contract: API.Type,
    options: ServingOptions = ServingOptions(),
    api: @escaping @Sendable (Caller) throws -> API
  ) {
    let routes = API.routes
    precondition(
      !routes.isEmpty || API.endpoints.isEmpty,
      "\(contract) is declared with `serves: false`, so it can only be called. Remove that to serve it."
    )
    self.options = options
    self.routes =
      routes
      .sorted { $0.endpoint.path.isMoreSpecific(than: $1.endpoint.path) }
      .map { route in
        (route.endpoint, { caller, call in try await route.answer(api(caller), call) })
      }
    format = routes.first?.endpoint.format ?? BareJSON.self
    basePath = Self.commonPath(routes.map(\.endpoint.path))
    firstSegments = basePath.isEmpty ? Self.firstSegments(routes.map(\.endpoint.path)) : nil
  }

  /// The number of segments that a path shares with the beginning of all paths of this contract. `nil` if the path
  /// can't be one of this contract's.
  func sharedStart(with segments: [Substring]) -> Int? {
    guard segments.starts(with: basePath, by: ==) else { return nil }
    guard let firstSegments else { return basePath.count }
    return firstSegments.contains(segments.first ?? "") ? 1 : nil
  }

  /// The 404 of this contract for an unknown path, in its own format.
  func notFound(_ path: Substring) -> APIResponse {
    APIResponse(
      failure: APIError(
        .notFound,
        Sentence(
          korean: "없는 주소입니다: \(path.prefix(200))",
          english: "There is no endpoint at this address: \(path.prefix(200))"
        )
      ),
      format: format,
      language: options.language
    )
  }

  // MARK: For authors of servers

  /// The 405 of this contract, in its own format, with the allowed methods in `Allow`.
  ///
  /// - Parameter allowed: the methods that the path has, in any contract.
  /// - Returns: the response.
  @_documentation(visibility: internal)
  public func methodNotAllowed(_ allowed: [Endpoint.Method]) -> APIResponse {
    var response = APIResponse(
      failure: APIError(.methodNotAllowed),
      format: format,
      language: options.language
    )
    let names = Set(allowed.flatMap { $0 == .get ? ["GET", "HEAD"] : [$0.rawValue] })
    response.head.headerFields[.allow] = names.sorted().joined(separator: ", ")
    return response
  }

  /// The first segments of all paths. `nil` if a path begins with a placeholder or there is no path: then any path may
  /// belong to the contract.
  private static func firstSegments(_ paths: [PathTemplate]) -> Set<Substring>? {
    var first: Set<Substring> = []
    for path in paths {
      guard case .literal(let text) = path.segments.first else { return nil }
      first.insert(text[...])
    }
    return first
  }

  /// The literal segments with which all paths begin.
  private static func commonPath(_ paths: [PathTemplate]) -> [String] {
    guard let first = paths.first else { return [] }
    var common: [String] = []
    for (index, segment) in first.segments.dropLast().enumerated() {
      guard case .literal(let text) = segment,
        paths.allSatisfy({ $0.segments.dropLast().dropFirst(index).first == segment })
      else { break }
      common.append(text)
    }
    return common
  }
}
