import Foundation
import HTTPTypes
public import Naru

/// The contracts of released apps, in a folder with a document for each release.
///
/// ```swift
/// @Test func releasedAppsKeepWorking() async throws {
///   try await ContractHistory("Contracts").check(Books.self, Shelf.self)
/// }
/// ```
///
/// A file, such as `Contracts/1.4.0.json`, is an OpenAPI 3.1 document. A release is retired by deleting its file.
public struct ContractHistory: Sendable {
  private let folder: URL

  /// Opens a folder, which need not exist yet.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder. A relative one starts at the package with the calling file.
  ///   - file: the calling file.
  public init(_ folder: String, file: StaticString = #filePath) {
    var package = URL(filePath: "\(file)").deletingLastPathComponent()
    func hasManifest(_ url: URL) -> Bool {
      FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path)
    }
    while package.path.count > 1, !hasManifest(package) { package.deleteLastPathComponent() }
    self.folder = URL(filePath: folder, relativeTo: hasManifest(package) ? package : nil).absoluteURL
  }

  /// Returns the recorded releases, oldest first.
  ///
  /// - Throws: an error of the file system.
  public func releases() throws -> [Release] {
    guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    return names.compactMap { Release(String($0.dropLast(5))) }.sorted()
  }

  /// Writes the document of a release. It has the same bytes each time.
  ///
  /// - Parameters:
  ///   - release: the release of the app that is about to be published.
  ///   - contracts: the contracts that the app calls.
  /// - Throws: an error of the file system.
  public func record(_ release: Release, _ contracts: [any Contract.Type]) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Self.document(release, contracts).json.write(to: file(of: release), options: .atomic)
  }

  /// Checks that the apps of all recorded releases keep working with today's contracts.
  ///
  /// With the environment variable `NARU_RECORD=1.4.0`, that release is recorded first.
  ///
  /// - Parameter contracts: the contracts that a server serves today.
  /// - Throws: ``HistoryReport`` if something breaks; `MessageError` if a file can't be read or nothing is recorded.
  public func check(_ contracts: any Contract.Type...) async throws {
    if let name = ProcessInfo.processInfo.environment["NARU_RECORD"], !name.isEmpty {
      guard let release = Release(name) else {
        throw MessageError("NARU_RECORD is “\(name)”, which is not a release. Write numbers with dots, such as 1.4.0.")
      }
      try record(release, contracts)
    }
    let report = try await report(contracts)
    guard report.breaks.isEmpty else { throw report }
  }

  /// Compares all recorded releases with today's contracts.
  ///
  /// Requests of each release are also sent to routes of today's contracts in memory, which respond with sample values: one for each
  /// value of an enumeration, each variant and each end of a limit. A request that they reject is a change, also if no rule has found it.
  ///
  /// - Precondition: none of the contracts is for clients only (`@API(serves: false)`).
  /// - Parameter contracts: the contracts that a server serves today.
  /// - Returns: the changes.
  /// - Throws: `MessageError` if a file can't be read or nothing is recorded.
  @concurrent
  public func report(_ contracts: [any Contract.Type]) async throws -> HistoryReport {
    let releases = try releases()
    guard !releases.isEmpty else {
      throw MessageError(
        "There is no recorded release in \(folder.path). Record one with `swift package naru history record 1.0.0`, or by running the test with NARU_RECORD=1.0.0."
      )
    }
    let today = Self.document("0", contracts)
    var trial = RouteTrial(contracts, DescribedAPI(root: today.root))
    var changes: [ContractChange] = []
    for release in releases {
      let recorded = try document(of: release)
      var own = DocumentComparison(recorded, today.root).changes
      own += await trial.changes(DescribedAPI(root: recorded), explained: own)
      for index in own.indices { own[index].releases = [release.description] }
      changes += own
    }
    var report = HistoryReport(changes)
    report.calls = trial.calls
    return report
  }

  private func file(of release: Release) -> URL { folder.appending(path: "\(release).json") }

  private func document(of release: Release) throws -> JSONTree {
    let file = file(of: release)
    guard let tree = JSONTree(json: try Data(contentsOf: file)), tree["openapi"] != nil else {
      throw MessageError(
        "\(file.path) is not a recorded release. Record it again from the tag of that release, or delete it."
      )
    }
    return tree
  }

  private static func document(_ release: Release, _ contracts: [any Contract.Type]) -> OpenAPIDocument {
    OpenAPIDocument(
      title: contracts.map { String(describing: $0) }.joined(separator: ", "),
      version: release.description,
      endpoints: contracts.flatMap { $0.endpoints }
    )
  }
}

/// Sends requests of recorded releases to today's routes in memory.
private struct RouteTrial {
  private let transport: InMemoryTransport
  private let today: DescribedAPI
  /// Today's endpoints by method and path.
  private let operations: [String: DescribedOperation]
  private let endpoint: Endpoint?
  private var known: [RequestSample: String?] = [:]
  private(set) var calls = 0

  init(_ contracts: [any Contract.Type], _ today: DescribedAPI) {
    self.today = today
    operations = Dictionary(today.operations.map { ($0.shape, $0) }) { first, _ in first }
    transport = InMemoryTransport(contracts.map { Self.served($0) })
    endpoint = contracts.first?.endpoints.first
  }

  private static func served(_ contract: any Contract.Type) -> ServedContract {
    func served<API: Contract>(_ contract: API.Type) -> ServedContract { .samples(of: contract) }
    return served(contract)
  }

  /// Returns a change for each endpoint that rejects a request although no rule says why.
  mutating func changes(_ api: DescribedAPI, explained: [ContractChange]) async -> [ContractChange] {
    let broken = Set(explained.filter { $0.level != .compatible }.map(\.endpoint))
    var changes: [ContractChange] = []
    for operation in api.operations where !broken.contains(operation.id) {
      for request in Self.requests(operation, api) {
        guard let reason = await rejection(of: request), await acceptsOwnSamples(operation.shape) else { continue }
        changes.append(
          ContractChange(
            level: .breaks,
            endpoint: operation.id,
            place: "request",
            sentence: "a request of these apps is rejected",
            advice: "Accept it until these releases are retired.",
            proof: "\(request.line): \(reason)"
          )
        )
        break
      }
    }
    return changes
  }

  /// Whether today's samples of an endpoint are accepted. A type that reads a string in its own way has none that prove anything.
  private mutating func acceptsOwnSamples(_ shape: String) async -> Bool {
    guard let operation = operations[shape] else { return true }
    for request in Self.requests(operation, today) where await rejection(of: request) != nil { return false }
    return true
  }

  /// The requests with each choice of one parameter or of the body.
  private static func requests(_ operation: DescribedOperation, _ api: DescribedAPI) -> [RequestSample] {
    let samples = SchemaSamples(api: api)
    var requests = [RequestSample(operation, in: api)]
    // A path takes text without slashes, and an event or a file is no JSON.
    for parameter in operation.parameters where parameter.location == "query" {
      requests += samples.all(parameter.schema).filter { $0 != .null && $0 != [] }.map {
        RequestSample(operation, in: api, replacing: [parameter.key: $0])
      }
    }
    if let content = operation.body?.first, content.type == "application/json" {
      requests += samples.all(content.schema).map { RequestSample(operation, in: api, body: $0) }
    }
    return requests.compactMap(\.self)
  }

  /// Returns why a request is rejected. `nil` if it is not.
  private mutating func rejection(of request: RequestSample) async -> String? {
    if let reason = known[request] { return reason }
    guard let endpoint, let method = HTTPRequest.Method(request.method),
      request.fields["Content-Type"].map({ !$0.hasPrefix("multipart/") }) ?? true
    else { return nil }
    var head = HTTPRequest(
      method: method,
      scheme: InMemoryTransport.url.scheme,
      authority: InMemoryTransport.url.host(),
      path: request.target
    )
    for (name, value) in request.fields {
      if let name = HTTPField.Name(name) { head.headerFields[name] = value }
    }
    calls += 1
    let sent = APIRequest(endpoint: endpoint, head: head, body: Data((request.body ?? "").utf8))
    var reason: String?
    // A failure after the request was read says nothing about the request.
    if let response = try? await transport.send(sent),
      [400, 404, 405, 413, 415, 422].contains(response.head.status.code)
    {
      reason = "\(response.head.status.code) \(String(decoding: response.body, as: UTF8.self))"
    }
    known[request] = .some(reason)
    return reason
  }
}
