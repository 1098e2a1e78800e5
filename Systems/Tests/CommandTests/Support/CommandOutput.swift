import Foundation
import Testing

/// The exit status and the output of a command.
struct CommandOutput {
  var status: Int32
  var out: String
  var err: String

  var lines: [String] { out.split(separator: "\n").map(String.init) }

  /// The JSON that was printed.
  func json<Value>() throws -> Value {
    try #require(try JSONSerialization.jsonObject(with: Data(out.utf8)) as? Value, "\(self)")
  }
}
