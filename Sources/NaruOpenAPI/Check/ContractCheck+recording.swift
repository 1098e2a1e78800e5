public import Foundation
public import Naru
import NaruRecording

extension ContractCheck {
  /// Compares a recording with contracts: an HTTP Archive (HAR 1.2) of Naru's, of a browser or of a proxy.
  ///
  /// Each entry has to call an endpoint with parameters of the endpoint's types and no other query items. The response has to match the
  /// endpoint, or be a failure that the endpoint declares or can always have. A status from 500 is one of these. The requests that a
  /// browser sends by itself (`OPTIONS`) and responses from its cache (304) are left out.
  ///
  /// - Precondition: none of the contracts is for clients only (`@API(serves: false)`).
  /// - Parameters:
  ///   - contracts: the contracts.
  ///   - file: the recording.
  ///   - baseURL: the base of the contracts' paths; entries with other URLs are left out. Without it, each entry has to call one of the
  ///     contracts.
  ///   - exactly: whether each request also has to equal the contract's request for the same values: path, query, header fields
  ///     and body. The order of query items and JSON fields does not matter, and neither do credentials and what a connection adds.
  /// - Throws: `MessageError` if the file is not an HTTP Archive, or an error of the file system.
  @concurrent
  public init(of contracts: [any Contract.Type], recording file: URL, baseURL: URL? = nil, exactly: Bool = false)
    async throws
  {
    let log = try HARFile(contentsOf: file).log
    let check = ExchangeCheck(contracts, Redaction(names: log.redacting ?? []), isExact: exactly)
    var calls: [Call] = []
    for entry in log.entries {
      guard let result = await check.result(of: entry, below: baseURL) else { continue }
      let status = entry.response.isReceived ? entry.response.status : nil
      let differences = result.differences.map(\.line)
      calls.append(Call(result.endpoint, result.call, status: status, differences: differences))
    }
    self.calls = calls
  }
}
