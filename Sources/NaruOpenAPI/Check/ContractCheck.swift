import Foundation
public import Naru
import NaruRecording

/// The result of comparing contracts with a running server or with a recording.
///
/// ```swift
/// @Test func stagingFitsTheContract() async throws {
///   let check = try await Books.check(APIClient(staging, transport: transport))
///   #expect(check.passed, "\(check)")
/// }
/// ```
public struct ContractCheck: Sendable, CustomStringConvertible {
  /// A call, or an endpoint that was not called.
  public struct Call: Sendable, Hashable, CustomStringConvertible {
    /// The endpoint; `nil` if no contract has one for a recorded request.
    public let endpoint: Endpoint?
    /// The method and the path, with secrets redacted: `GET /books/1`.
    public let request: String
    /// The status of the response; `nil` if there is none.
    public let status: Int?
    /// The differences between the call and the contract, such as `response: list[3].title: is missing`.
    public let differences: [String]
    /// The reason why the call was not compared; `nil` if it was.
    public let skipped: String?

    init(
      _ endpoint: Endpoint?,
      _ request: String,
      status: Int? = nil,
      differences: [String] = [],
      skipped: String? = nil
    ) {
      self.endpoint = endpoint
      self.request = request
      self.status = status
      self.differences = differences
      self.skipped = skipped
    }

    /// The call in one line for each difference, in English: `Books.show GET /books/1 (200): response: title: is missing`.
    public var description: String {
      let name = [endpoint?.id, request].compactMap(\.self).joined(separator: " ")
      let start = name + (status.map { " (\($0))" } ?? "")
      if let skipped { return "\(start): skipped: \(skipped)" }
      guard !differences.isEmpty else { return "\(start): ok" }
      return differences.map { "\(start): \($0)" }.joined(separator: "\n")
    }
  }

  /// The calls of the recording in its order, or one for each endpoint in the order of the contracts.
  public let calls: [Call]

  /// The calls that were compared.
  public var compared: [Call] { calls.filter { $0.skipped == nil } }

  /// The calls that differ from their contract.
  public var differing: [Call] { calls.filter { !$0.differences.isEmpty } }

  /// Whether at least one call was compared and none differs.
  public var passed: Bool { !compared.isEmpty && differing.isEmpty }

  /// The calls that differ, and the number of all that were compared.
  public var description: String {
    let summary = "\(compared.count) of \(calls.count) calls compared, \(differing.count) differ."
    return (differing.map(\.description) + [summary]).joined(separator: "\n")
  }
}
