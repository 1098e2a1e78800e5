public import Foundation
import HTTPTypes
public import Naru

extension HAR {
  /// Where a recording and a contract disagree.
  public struct Problem: Sendable, Hashable, CustomStringConvertible {
    /// The half of an entry.
    public enum Part: String, Sendable, Hashable {
      /// What was asked.
      case request
      /// What was answered.
      case answer
    }

    /// The number of the entry in the file, from 1.
    public let entry: Int
    /// The method and the path of the entry, with secrets redacted.
    public let call: String
    /// The endpoint that the entry is a call of. `nil` where no contract has one.
    public let endpoint: Endpoint?
    /// The half of the entry that is not as the contract says.
    public let part: Part
    /// The place in the answer's JSON, such as `list[3].postId`. `nil` where it is not about one.
    public let place: String?
    /// What is wrong.
    public let reason: String

    /// All of it in one line: `entry 3, Books.search GET /books: answer: list[3].postId: is missing`.
    public var description: String {
      let name = endpoint.map { "\($0.id) " } ?? ""
      return "entry \(entry), \(name)\(call): \(part): \(place.map { "\($0): " } ?? "")\(reason)"
    }
  }

  /// Compares a recording with contracts: each entry has to be a call of an endpoint, its parameters have to be of the
  /// endpoint's types, with no item in the query beside them, and its answer has to be what the endpoint says, or a failure as
  /// its format writes it.
  ///
  /// ```swift
  /// @Test func theRecordingIsUpToDate() async throws {
  ///   let problems = try await HAR(contentsOf: file).check(against: Books.self, Auth.self)
  ///   #expect(problems.isEmpty, "\(problems.map(\.description).joined(separator: "\n"))")
  /// }
  /// ```
  ///
  /// The answer to a request that can't be read is not looked at, nor is one that was not recorded. What a browser asks by
  /// itself (`OPTIONS`) and what it had already (304) is passed over.
  ///
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - baseURL: the address that the contracts' paths are added to: entries of other addresses are passed over. Without
  ///     it, each entry has to be a call of one of the contracts.
  /// - Returns: what is wrong, in the order of the entries.
  public func check(against contracts: any Contract.Type..., baseURL: URL? = nil) async -> [Problem] {
    let redaction = Redaction(names: log.redacting ?? [])
    let all = ServedContracts(contracts.map { served($0) })
    var problems: [Problem] = []
    for (index, entry) in entries.enumerated() where entry.request.method.uppercased() != "OPTIONS" {
      guard let target = entry.request.target(below: baseURL) else {
        if entry.request.target == nil {
          problems.append(
            Problem(
              entry: index + 1,
              call: entry.request.method,
              endpoint: nil,
              part: .request,
              place: nil,
              reason: "the URL can't be read"
            )
          )
        }
        continue
      }
      let check = EntryCheck(number: index + 1, entry: entry, target: target, redaction: redaction)
      problems += await check.run(against: all, contracts)
    }
    return problems
  }

  private func served<API: Contract>(_ contract: API.Type) -> ServedContract {
    ServedContract(contract) { _ in API.unimplemented }
  }
}

extension HAR.Request {
  /// The path and the query below an address. `nil` for another address.
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

  func run(against served: ServedContracts, _ contracts: [any Contract.Type]) async -> [HAR.Problem] {
    guard let method = HTTPRequest.Method(entry.request.method) else {
      return [problem(nil, .request, "“\(entry.request.method)” is no method")]
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
      problem(
        nil,
        .request,
        allowed.isEmpty ? "no endpoint of \(names)" : "no endpoint of \(names); there is \(others)"
      )
    ]
  }

  /// Reads the request as a server of the contract would, sends what was read with a client of the contract, and lets that
  /// client read the answer.
  private func check<API: Contract>(_ contract: API.Type, _ endpoint: Endpoint) async -> [HAR.Problem] {
    guard let route = API.routes.first(where: { $0.endpoint == endpoint }),
      var request = entry.request.recorded(for: endpoint)
    else { return [] }
    request.head.path = target
    if let post = entry.request.postData, post.text == nil { return [] }
    let answer = OneAnswer(entry.response)
    let api = API.live(APIClient(InMemoryTransport.url, transport: answer, responseLimit: .max))
    var problems: [HAR.Problem] = []
    do {
      let response = try await route.answer(api, IncomingCall(request))
      // What comes as it is read has not been read yet.
      if let stream = response.stream { _ = try await stream.collect(upTo: .max) }
    } catch {
      problems += self.problems(of: error, endpoint, wasSent: answer.request != nil)
    }
    if let sent = answer.request {
      problems += unknownItems(sent, endpoint)
      problems += otherStatus(endpoint)
    }
    return problems
  }

  private func problems(of error: any Error, _ endpoint: Endpoint, wasSent: Bool) -> [HAR.Problem] {
    guard wasSent else {
      let sentence = (error as? any RequestError)?.sentence ?? (error as? APIError)?.message
      return [problem(endpoint, .request, sentence?.english ?? "\((error as? APIError)?.cause ?? error)")]
    }
    guard entry.response.status != 0 else { return [] }
    switch entry.response.recorded {
    case nil:
      return []
    case let response? where response.head.status.kind != .successful:
      let body = (response.inUTF8 ?? response).body
      guard response.head.status != .notModified, endpoint.format.decodeFailure(from: body) == nil else { return [] }
      return [problem(endpoint, .answer, "status \(entry.response.status) without a failure of \(endpoint.format)")]
    default:
      let error = error as? APIError
      switch error?.cause {
      // A failure under a 2xx, as the format has it.
      case nil: return error?.code == .undecodable ? [problem(endpoint, .answer, "can't be read")] : []
      case let cause as DecodingError:
        let place = cause.codingPath.isEmpty ? nil : cause.codingPath.plainText
        return [problem(endpoint, .answer, place: place, cause.reason)]
      case let cause as any RequestError: return [problem(endpoint, .answer, cause.sentence.english)]
      case let cause?: return [problem(endpoint, .answer, "\(cause)")]
      }
    }
  }

  /// A client of the contract sends all items that the contract knows.
  private func unknownItems(_ sent: APIRequest, _ endpoint: Endpoint) -> [HAR.Problem] {
    func names(_ target: String?) -> [String] { target?.splitTarget.query.map { HAR.items($0).map(\.name) } ?? [] }
    let known = Set(names(sent.head.path))
    return Set(names(target)).subtracting(known).sorted().map { name in
      problem(endpoint, .request, "the query has “\(name)”, which is no parameter")
    }
  }

  private func otherStatus(_ endpoint: Endpoint) -> [HAR.Problem] {
    guard let status = endpoint.status?.code, (200..<300).contains(entry.response.status),
      entry.response.status != status
    else { return [] }
    return [problem(endpoint, .answer, "status \(entry.response.status) instead of \(status)")]
  }

  private func problem(
    _ endpoint: Endpoint?,
    _ part: HAR.Problem.Part,
    place: String? = nil,
    _ reason: String
  ) -> HAR.Problem {
    let path = redaction.target(target, of: endpoint).splitTarget.path
    return HAR.Problem(
      entry: number,
      call: "\(entry.request.method) \(path)",
      endpoint: endpoint,
      part: part,
      place: place,
      reason: reason
    )
  }
}

/// Answers with what was recorded, and keeps what it was asked.
private final class OneAnswer: Transport {
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
