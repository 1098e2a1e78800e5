import Foundation

/// One step of a ``FaultServer`` on a connection.
///
/// A script that begins with ``readHead`` starts with each request. Any other script starts with each connection, and with each later
/// request on it.
enum FaultStep: Sendable {
  /// Waits for the head of a request.
  case readHead
  /// Waits for the rest of the request. If a script does not read it, it is read before the next script starts.
  case readBody
  /// Sends bytes, as a separate packet if the system allows it.
  case send(Data)
  /// Sends the same bytes repeatedly, with a pause after each time, until the client closes the connection.
  case sendForever(Data, every: Duration)
  /// Waits for a duration, without reading.
  case pause(Duration)
  /// Waits for ``FaultServer/release()`` or for the client to close the connection, without reading.
  case wait
  /// Waits until the system has accepted all sent data, which means that the client has read most of it.
  case waitUntilSent
  /// Closes the sending side, and reads until the client closes the connection, as correct servers do. Later steps are ignored.
  case close
  /// Resets the connection; the client gets “connection reset by peer”. Later steps are ignored.
  case reset

  /// Sends a complete response with a `Content-Length`.
  static func response(_ status: String = "200 OK", fields: [String] = [], body: Data = Data()) -> FaultStep {
    .send(headBytes(status, fields: ["Content-Length: \(body.count)"] + fields) + body)
  }

  /// Sends a head, and in the same packet the body.
  static func head(fields: String..., body: Data = Data()) -> FaultStep {
    .send(headBytes("200 OK", fields: fields) + body)
  }

  /// Sends a chunk (RFC 9112, section 7.1).
  static func chunk(_ bytes: Data) -> FaultStep { .send(bytes.chunk) }

  private static func headBytes(_ status: String, fields: [String]) -> Data {
    let lines = ["HTTP/1.1 \(status)", "Content-Type: application/json"] + fields
    return Data((lines.map { "\($0)\r\n" }.joined() + "\r\n").utf8)
  }
}

extension Data {
  /// The bytes as a chunk.
  var chunk: Data { Data("\(String(count, radix: 16))\r\n".utf8) + self + Data("\r\n".utf8) }
}
