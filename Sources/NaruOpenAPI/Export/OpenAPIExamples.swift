import Foundation
import HTTPTypes
public import Naru

/// Example values of endpoints, from values of contracts that need no server.
///
/// ```swift
/// var examples = OpenAPIExamples()
/// await examples.add(Books.preview)
/// ```
public struct OpenAPIExamples: Sendable {
  /// The examples of an endpoint.
  struct Example: Sendable {
    var parameters: [String: JSONTree] = [:]
    var body: JSONTree?
    var response: JSONTree?
    /// The size of the response in bytes.
    var size = 0
  }

  private var examples: [String: Example] = [:]

  /// Creates an empty set of examples.
  public init() {}

  subscript(endpoint: Endpoint) -> Example? { examples[endpoint.id] }

  /// Calls the endpoints of a contract with sample values, and keeps each call that succeeds, with its response. The values of
  /// parameters are taken from responses where possible: the `id` of a list's element is the `{id}` of a path.
  ///
  /// - Parameter preview: a value of the contract that may be called with anything, such as the one for previews of views.
  public mutating func add<API: Contract>(_ preview: API) async {
    let options = ServingOptions(authenticator: Anyone(), language: .english)
    let transport = InMemoryTransport([ServedContract(API.self, options: options) { _ in preview }])
    var known = KnownValues()
    // An optional parameter may be a filter that nothing passes. The call with all parameters is an example if its response is as long.
    for areFull in [false, true] {
      let described = API.endpoints.filter(\.hasExample)
      await RequestSample.call(described, isFull: areFull, learning: &known) { endpoint, sample in
        guard let sample, let request = sample.request(endpoint), let response = try? await transport.send(request)
        else { return nil }
        if response.head.status.kind == .successful, response.body.count >= examples[endpoint.id]?.size ?? 0 {
          examples[endpoint.id] = Example(
            parameters: sample.parameters,
            body: sample.body,
            response: endpoint.result == nil ? nil : JSONTree(json: response.body),
            size: response.body.count
          )
        }
        return response
      }
    }
  }
}

extension Endpoint {
  /// Whether the call and the response can be examples: the response ends, and the body is JSON.
  fileprivate var hasExample: Bool {
    switch resultKind {
    case .values, .bytes: false
    default: !parameters.contains { [.form, .part].contains($0.location) || $0.type == Blob.self }
    }
  }
}
