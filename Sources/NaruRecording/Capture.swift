package import Foundation
import Naru

/// The bytes of a body, up to a limit.
package struct Capture: Sendable {
  private let limit: Int
  private let whole: (bytes: Data, count: Int)
  /// The bytes that arrive one after the other. `nil` if the body is ``whole``.
  private let state: Locked<(bytes: Data, count: Int)>?

  /// Creates a capture of a body that arrives chunk by chunk.
  package init(limit: Int) {
    self.limit = limit
    whole = (Data(), 0)
    state = Locked((Data(), 0))
  }

  /// Creates a capture of a body that is there already. Nothing can be added.
  package init(limit: Int, _ whole: Data) {
    self.limit = limit
    self.whole = (whole.count <= limit ? whole : Data(), whole.count)
    state = nil
  }

  /// Adds bytes. A body that is too large is not recorded.
  @Sendable
  package func add(_ chunk: Data) {
    state?.withLock { state in
      state.count += chunk.count
      if state.count <= limit { state.bytes.append(chunk) } else { state.bytes = Data() }
    }
  }

  /// The bytes, or `nil` if there were too many, and their number.
  package var content: (bytes: Data?, count: Int) {
    let (bytes, count) = state?.withLock { $0 } ?? whole
    return (count <= limit ? bytes : nil, count)
  }
}
