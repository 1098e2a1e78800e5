public import Foundation
public import Naru
import NaruRecording

extension HAR {
  /// A difference between a recording and a contract.
  public struct Mismatch: Sendable, Hashable, CustomStringConvertible {
    /// The number of the entry in the file, from 1. 0 for a contract that no entry can be compared with.
    public let entry: Int
    /// The endpoint that the entry calls; `nil` if no contract has one.
    public let endpoint: Endpoint?
    /// The method and the path of the entry, with secrets redacted. Empty if there is no entry.
    let call: String
    let difference: ExchangeCheck.Difference

    /// The place in the response's JSON, such as `list[3].postId`; `nil` if the difference has none.
    package var place: String? { difference.place }

    /// The difference in one line: `entry 3, Books.search GET /books: response: list[3].postId: is missing`.
    public var description: String {
      if entry == 0 { return difference.reason }
      let name = endpoint.map { "\($0.id) " } ?? ""
      return "entry \(entry), \(name)\(call): \(difference.line)"
    }
  }

  /// Compares the recording with contracts.
  ///
  /// Each entry has to call an endpoint with parameters of the endpoint's types and no other query items. The response has to
  /// match the endpoint, or be a failure in the endpoint's format that the endpoint declares or can always have. A status from 500 is
  /// one of these.
  ///
  /// ```swift
  /// @Test func theRecordingIsUpToDate() async throws {
  ///   let mismatches = try await HAR(contentsOf: file).check(against: Books.self, Auth.self)
  ///   #expect(mismatches.isEmpty, "\(mismatches.map(\.description).joined(separator: "\n"))")
  /// }
  /// ```
  ///
  /// A response is skipped if its request can't be read or if it was not recorded. The requests that a browser sends by itself
  /// (`OPTIONS`) and responses from its cache (304) are skipped too. A contract for clients only (`@API(serves: false)`) can't read
  /// requests; that is the only difference then.
  ///
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - baseURL: the base of the contracts' paths; entries with other URLs are skipped. Without it, each entry has to call one
  ///     of the contracts.
  ///   - exactly: whether each request also has to equal the contract's request for the same values: path, query, header fields
  ///     and body. The order of query items and JSON fields does not matter, and neither do credentials and what a connection adds.
  ///     A request to another server is then a call of the endpoint that follows links (`LinkURL`) with its method.
  ///   - middleware: the middleware of the app's client that adds header fields to each request.
  /// - Returns: the differences, in the order of the entries.
  @concurrent
  public func check(
    against contracts: any Contract.Type...,
    baseURL: URL? = nil,
    exactly: Bool = false,
    middleware: [any Middleware] = []
  ) async -> [Mismatch] {
    let redaction = Redaction(names: log.redacting ?? [])
    let check = ExchangeCheck(contracts, redaction, isExact: exactly, middleware: middleware)
    if let problem = check.problem { return [Mismatch(entry: 0, endpoint: nil, call: "", difference: problem)] }
    var mismatches: [Mismatch] = []
    for (index, entry) in entries.enumerated() {
      guard let result = await check.result(of: entry, below: baseURL) else { continue }
      mismatches += result.differences.map {
        Mismatch(entry: index + 1, endpoint: result.endpoint, call: result.call, difference: $0)
      }
    }
    return mismatches
  }
}
