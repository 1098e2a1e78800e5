import Naru
import ServedSystem

/// Where a server shows its metrics.
package struct MetricsAddress: Sendable, Hashable {
  let host: String
  let port: Int

  /// Reads a port of this machine, or a host and a port.
  package init?(_ text: String) {
    let colon = text.lastIndex(of: ":")
    guard let port = Int(colon.map { text[$0...].dropFirst() } ?? text[...]), (0...65535).contains(port) else {
      return nil
    }
    var host = colon.map { text[..<$0] } ?? "127.0.0.1"
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty else { return nil }
    self.host = String(host)
    self.port = port
  }

  /// Reads the setting. `nil` if it is not set.
  init?(_ settings: Settings) throws {
    guard let text = settings[.metrics] else { return nil }
    guard let address = Self(text) else {
      throw MessageError(
        LocalizedMessage(
          korean: "\(Setting.metrics.rawValue) 값은 포트나 “주소:포트”여야 합니다: “\(text)” (예: 9464, 0.0.0.0:9464)",
          english:
            "\(Setting.metrics.rawValue) must be a port, or a host and a port: “\(text)” (example: 9464, 0.0.0.0:9464)."
        )
      )
    }
    self = address
  }

  /// The address in a URL, with another port.
  func authority(_ port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

  /// Whether a request's `Host` is an IP address, this machine's local name or the configured host. No other site has such a name.
  package func isKnown(_ authority: String?) -> Bool {
    guard let host = authority?.lowercased().replacing(/:[0-9]+$/, with: "") else { return false }
    return host == self.host.lowercased() || host == "localhost"
      || host.wholeMatch(of: /\[[0-9a-f:.]+\]|[0-9]{1,3}(\.[0-9]{1,3}){3}/) != nil
  }

  /// The error for a server that can't listen on the address.
  func error(_ error: any Error) -> any Error {
    guard !(error is CancellationError) else { return error }
    return MessageError(
      LocalizedMessage(
        korean: "\(Setting.metrics.rawValue)의 주소 \(authority(port))에서 지표 서버를 열 수 없습니다. 다른 주소나 포트를 지정해 주세요.",
        english:
          "The metrics can't be served at \(authority(port)). Choose another address in \(Setting.metrics.rawValue)."
      ),
      underlyingError: error
    )
  }
}
