package import Foundation
import Naru

/// The bytes of a body, up to a limit.
package final class Capture: Sendable {
  private let limit: Int
  private let state: Locked<(bytes: Data, count: Int)>

  /// Creates a capture with the first bytes.
  package init(limit: Int, _ bytes: Data = Data()) {
    self.limit = limit
    state = Locked((bytes, bytes.count))
  }

  /// Adds bytes. Nothing of a body that is too large is kept.
  @Sendable
  package func add(_ chunk: Data) {
    state.withLock { state in
      state.count += chunk.count
      if state.count <= limit { state.bytes.append(chunk) } else { state.bytes = Data() }
    }
  }

  /// The bytes, or `nil` if there were too many, and their number.
  package var content: (bytes: Data?, count: Int) {
    state.withLock { ($0.count <= limit ? $0.bytes : nil, $0.count) }
  }
}
