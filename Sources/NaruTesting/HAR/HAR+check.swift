public import Foundation
import HTTPTypes
public import Naru
import NaruRecording

extension HAR {
  /// A difference between a recording and a contract.
  public struct Mismatch: Sendable, Hashable, CustomStringConvertible {
    /// The two messages of an entry.
    enum Message: String {
      case request, response
    }

    /// The number of the entry in the file, from 1.
    public let entry: Int
    /// The endpoint that the entry calls; `nil` if no contract has one.
    public let endpoint: Endpoint?
    /// The method and the path of the entry, with secrets redacted.
    let call: String
    /// The message that differs from the contract.
    let message: Message
    /// The place in the response's JSON, such as `list[3].postId`; `nil` if the difference has none.
    package let place: String?
    let reason: String

    /// The difference in one line: `entry 3, Books.search GET /books: response: list[3].postId: is missing`.
    public var description: String {
      let name = endpoint.map { "\($0.id) " } ?? ""
      return "entry \(entry), \(name)\(call): \(message): \(place.map { "\($0): " } ?? "")\(reason)"
    }
  }

  /// Compares the recording with contracts.
  ///
  /// Each entry has to call an endpoint with parameters of the endpoint's types and no other query items. The response has to
  /// match the endpoint, or be a failure in the endpoint's format.
  ///
  /// ```swift
  /// @Test func theRecordingIsUpToDate() async throws {
  ///   let mismatches = try await HAR(contentsOf: file).check(against: Books.self, Auth.self)
  ///   #expect(mismatches.isEmpty, "\(mismatches.map(\.description).joined(separator: "\n"))")
  /// }
  /// ```
  ///
  /// A response is skipped if its request can't be read or if it was not recorded. The requests that a browser sends by itself
  /// (`OPTIONS`) and responses from its cache (304) are skipped too.
  ///
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - baseURL: the base of the contracts' paths; entries with other URLs are skipped. Without it, each entry has to call one
  ///     of the contracts.
  /// - Returns: the differences, in the order of the entries.
  @concurrent
  public func check(against contracts: any Contract.Type..., baseURL: URL? = nil) async -> [Mismatch] {
    let redaction = Redaction(names: log.redacting ?? [])
    let all = ServedContracts(contracts.map { served($0) })
    var mismatches: [Mismatch] = []
    for (index, entry) in entries.enumerated() where entry.request.method.uppercased() != "OPTIONS" {
      guard let target = entry.request.target(below: baseURL) else {
        if entry.request.target == nil {
          mismatches.append(
            Mismatch(
              entry: index + 1,
              endpoint: nil,
              call: entry.request.method,
              message: .request,
              place: nil,
              reason: "the URL can't be read"
            )
          )
        }
        continue
      }
      let check = EntryCheck(number: index + 1, entry: entry, target: target, redaction: redaction)
      mismatches += await check.run(against: all, contracts)
    }
    return mismatches
  }

  private func served<API: Contract>(_ contract: API.Type) -> ServedContract {
    ServedContract(contract) { _ in API.unimplemented }
  }
}

extension HAR.Request {
  /// The path and the query relative to a base URL; `nil` for another URL.
  fileprivate func target(below baseURL: URL?) -> String? {
    guard let target else { return nil }
    guard let baseURL else { return target }
    func origin(_ url: URLComponents?) -> Origin? {
      Origin(
        scheme: url?.scheme,
        authority: url.map { "\($0.percentEncodedHost ?? "")\($0.port.map { ":\($0)" } ?? "")" }
      )
    }
    let base = URLComponents(url: baseURL, resolvingAgainstBaseURL: true)
    guard origin(base) == origin(URLComponents(string: url)) else { return nil }
    var path = base?.percentEncodedPath ?? ""
    if path.hasSuffix("/") { path.removeLast() }
    return target.hasPrefix("\(path)/") ? String(target.dropFirst(path.count)) : nil
  }
}

/// The check of one entry.
private struct EntryCheck {
  let number: Int
  let entry: HAR.Entry
  let target: String
  let redaction: Redaction

  func run(against served: ServedContracts, _ contracts: [any Contract.Type]) async -> [HAR.Mismatch] {
    guard let method = HTTPRequest.Method(entry.request.method) else {
      return [mismatch(nil, .request, "“\(entry.request.method)” is not a method")]
    }
    let allowed: [Endpoint.Method]
    switch served.match(method, path: target.splitTarget.path) {
    case .found(let call):
      guard let contract = contracts.first(where: { $0.endpoints.contains(call.endpoint) }) else { return [] }
      return await check(contract, call.endpoint)
    case .otherMethods(let methods, of: _): allowed = methods
    case .none: allowed = []
    }
    let names = contracts.map { "\($0)" }.joined(separator: ", ")
    let others = allowed.map(\.rawValue).joined(separator: ", ")
    return [
      mismatch(
        nil,
        .request,
        allowed.isEmpty ? "not an endpoint of \(names)" : "not an endpoint of \(names); there is \(others)"
      )
    ]
  }

  /// Reads the request as a server of the contract would, sends the result with a client of the contract, and lets that client
  /// read the response.
  private func check<API: Contract>(_ contract: API.Type, _ endpoint: Endpoint) async -> [HAR.Mismatch] {
    guard let route = API.routes.first(where: { $0.endpoint == endpoint }),
      var request = entry.request.recorded(for: endpoint)
    else { return [] }
    request.head.path = target
    if let post = entry.request.postData, post.text == nil { return [] }
    let recorded = OneResponse(entry.response)
    let api = API.live(APIClient(InMemoryTransport.url, transport: recorded, responseLimit: .max))
    var mismatches: [HAR.Mismatch] = []
    do {
      let response = try await route.answer(api, IncomingCall(request))
      // A stream has not been read yet.
      if let stream = response.stream { _ = try await stream.collect(upTo: .max) }
    } catch {
      mismatches += self.mismatches(of: error, endpoint, wasSent: recorded.request != nil)
    }
    if let sent = recorded.request {
      mismatches += unknownItems(sent, endpoint)
      mismatches += otherStatus(endpoint)
    }
    return mismatches
  }

  private func mismatches(of error: any Error, _ endpoint: Endpoint, wasSent: Bool) -> [HAR.Mismatch] {
    guard wasSent else {
      let sentence = (error as? any RequestError)?.sentence ?? (error as? APIError)?.message
      return [mismatch(endpoint, .request, sentence?.english ?? "\((error as? APIError)?.cause ?? error)")]
    }
    guard entry.response.status != 0 else { return [] }
    switch entry.response.recorded {
    case nil:
      return []
    case let response? where response.head.status.kind != .successful:
      let body = (response.inUTF8 ?? response).body
      guard response.head.status != .notModified,
        endpoint.format.decodeFailure(from: body, head: response.head) == nil
      else { return [] }
      return [mismatch(endpoint, .response, "status \(entry.response.status) without a failure of \(endpoint.format)")]
    default:
      let error = error as? APIError
      switch error?.cause {
      // A failure with a 2xx status, in the endpoint's format.
      case nil: return error?.code == .undecodable ? [mismatch(endpoint, .response, "can't be read")] : []
      case let cause as DecodingError:
        let place = cause.codingPath.isEmpty ? nil : cause.codingPath.plainText
        return [mismatch(endpoint, .response, place: place, cause.reason)]
      case let cause as any RequestError: return [mismatch(endpoint, .response, cause.sentence.english)]
      case let cause?: return [mismatch(endpoint, .response, "\(cause)")]
      }
    }
  }

  /// The query items that a client of the contract does not send.
  private func unknownItems(_ sent: APIRequest, _ endpoint: Endpoint) -> [HAR.Mismatch] {
    func names(_ target: String?) -> [String] { target?.splitTarget.query.map { HARFile.items($0).map(\.name) } ?? [] }
    let known = Set(names(sent.head.path)).union(endpoint.secretQueryNames)
    return Set(names(target)).subtracting(known).sorted().map { name in
      mismatch(endpoint, .request, "the query has “\(name)”, which is not a parameter")
    }
  }

  private func otherStatus(_ endpoint: Endpoint) -> [HAR.Mismatch] {
    guard let status = endpoint.status?.code, (200..<300).contains(entry.response.status),
      entry.response.status != status
    else { return [] }
    return [mismatch(endpoint, .response, "status \(entry.response.status) instead of \(status)")]
  }

  private func mismatch(
    _ endpoint: Endpoint?,
    _ message: HAR.Mismatch.Message,
    place: String? = nil,
    _ reason: String
  ) -> HAR.Mismatch {
    let path = redaction.target(target, of: endpoint).splitTarget.path
    return HAR.Mismatch(
      entry: number,
      endpoint: endpoint,
      call: "\(entry.request.method) \(path)",
      message: message,
      place: place,
      reason: reason
    )
  }
}

/// A transport that replays one response and keeps the request.
private final class OneResponse: Transport {
  private let response: HAR.Response
  private let kept = Locked<APIRequest?>(nil)

  init(_ response: HAR.Response) {
    self.response = response
  }

  var request: APIRequest? { kept.withLock { $0 } }

  func send(_ request: APIRequest) async throws -> APIResponse {
    kept.withLock { $0 = request }
    guard response.status != 0, var answer = response.recorded else { throw APIError(.unreachable) }
    guard request.streamsResponse, answer.head.status.kind == .successful else { return answer }
    let type = answer.head.headerFields[.contentType] ?? "application/octet-stream"
    answer.stream = Blob(answer.body, contentType: type)
    answer.body = Data()
    return answer
  }
}
