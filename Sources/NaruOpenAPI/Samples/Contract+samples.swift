import Foundation
import HTTPTypes
public import Naru

extension Contract {
  /// A value that responds with sample values, for a server that does not exist yet.
  ///
  /// Samples are made of the results' types: they satisfy the declared limits, and are the same in each call. A result that has a
  /// `Codable` without a schema has one only if a simple value can be read as that type; if not, the closure throws.
  public static var samples: Self {
    live(APIClient(InMemoryTransport.url, transport: SampleTransport()))
  }
}

extension ServedContract {
  /// Serves a contract's ``Contract/samples`` to everyone, with any credential or none.
  ///
  /// ```swift
  /// router.mount([.samples(of: Books.self), .samples(of: Reviews.self)])
  /// ```
  ///
  /// - Precondition: the contract is not for clients only (`@API(serves: false)`).
  /// - Parameter contract: the contract's type.
  /// - Returns: the contract.
  public static func samples<API: Contract>(of contract: API.Type) -> ServedContract {
    let samples = API.samples
    let options = ServingOptions(authenticator: Anyone(), language: .english)
    return ServedContract(contract, options: options) { _ in samples }
  }
}

/// An authenticator that lets everyone in, with every scope of the endpoint.
struct Anyone: RequestAuthenticator {
  func identity(of head: HTTPRequest, calling endpoint: Endpoint) async throws -> Caller.User? {
    Caller.User(
      id: UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)),
      name: "Preview",
      scopes: Set(endpoint.scopes)
    )
  }
}

/// A transport that returns a sample of the endpoint's result.
private final class SampleTransport: Transport {
  /// The samples by endpoint, because making one takes longer than a call.
  private let made = Locked<[Endpoint: JSONTree]>([:])

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    let endpoint = request.endpoint
    let empty = endpoint.format.emptySuccess
    var status = endpoint.status ?? (endpoint.hasEmptyBody ? empty.status : .ok)
    var names: [HTTPField.Name] = []
    var body = Data()
    var type = "application/json"
    switch endpoint.resultKind {
    case nil: body = empty.body
    case .body(let value): (body, type) = try content(value, endpoint)
    case .created(let value):
      status = .created
      (body, type) = try content(value, endpoint)
    case .counted(let value):
      names = [HTTPField.Name("X-Total-Count")].compactMap(\.self)
      (body, type) = try content(value, endpoint)
    case .bodyWithHeaders(let value, let headers):
      names = headers
      if value != Void.self { (body, type) = try content(value, endpoint) }
    case .variants(let variants):
      guard let form = variants.first else { break }
      status = HTTPResponse.Status(code: form.status)
      names = form.headers
      if let value = form.value { (body, type) = try content(value, endpoint) }
    case .values(let value, let mediaType):
      let json = try endpoint.format.json.encode(sample(value, endpoint))
      let start = mediaType == "text/event-stream" ? "data: " : ""
      body = Data(start.utf8) + json + Data("\n\n".utf8)
      type = mediaType
    case .bytes: (body, type) = try content(Blob.self, endpoint)
    }
    var response = APIResponse(head: HTTPResponse(status: status), body: endpoint.method == .head ? Data() : body)
    response.head.headerFields[.contentType] = type
    // `1` can be read as a number, an address or a string.
    for name in names { response.head.headerFields[name] = "1" }
    return response
  }

  /// Returns the body of a response with a sample, and its media type.
  private func content(_ type: Any.Type, _ endpoint: Endpoint) throws -> (Data, String) {
    if type == Blob.self { return (Data("나루".utf8), "text/plain; charset=utf-8") }
    if type == String.self, let accepted = endpoint.headers[.accept], accepted.hasPrefix("text/") {
      return (Data("나루".utf8), accepted)
    }
    return (try endpoint.format.encode(sample(type, endpoint)), "application/json")
  }

  /// Returns a value that can be read as a type.
  private func sample(_ type: Any.Type, _ endpoint: Endpoint) throws -> JSONTree {
    if let value = made.withLock({ $0[endpoint] }) { return value }
    let schema = (type as? any Payload.Type)?.schema ?? .any
    let json = endpoint.format.json
    // A type without a schema gets the first of these that it can read.
    for anything in [nil, [:], "나루", 1, true, []] as [JSONTree?] {
      guard let value = schema.sample(named: endpoint.name, dates: json.dates, anything: anything),
        let data = try? json.encode(value), let type = type as? any Decodable.Type,
        (try? json.decode(type, from: data)) != nil
      else { continue }
      made.withLock { $0[endpoint] = value }
      return value
    }
    throw APIError(.unimplemented, "No sample value could be made for \(endpoint.id).")
  }
}
