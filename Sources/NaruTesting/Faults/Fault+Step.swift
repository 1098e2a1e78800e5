public import Foundation

extension Fault {
  /// One step of a server on a connection. A script is a list of steps.
  ///
  /// ```swift
  /// [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123"), .wait, .close]
  /// ```
  ///
  /// A script that begins with ``readHead`` starts with each request. Any other script starts with each connection, and with each
  /// later request on it.
  public struct Step: Sendable {
    package enum Action: Sendable {
      case readHead, readBody, waitUntilSent, wait, close, reset
      case send(Data)
      case sendForever(Data, every: Duration)
      case pause(Duration)
    }

    package let action: Action

    /// Waits for the head of a request.
    public static let readHead = Step(action: .readHead)
    /// Waits for the rest of the request. If a script does not read it, it is read before the next script starts.
    public static let readBody = Step(action: .readBody)
    /// Waits for `FaultServer.release()` or for the client to close the connection, without reading.
    public static let wait = Step(action: .wait)
    /// Waits until the system has accepted all sent data, which means that the client has read most of it.
    public static let waitUntilSent = Step(action: .waitUntilSent)
    /// Closes the sending side, and reads until the client closes the connection, as correct servers do. Later steps are ignored.
    public static let close = Step(action: .close)
    /// Resets the connection; the client gets “connection reset by peer”. Later steps are ignored.
    public static let reset = Step(action: .reset)

    /// Sends bytes, as a separate packet if the system allows it.
    public static func send(_ bytes: Data) -> Step { Step(action: .send(bytes)) }

    /// Sends a text in UTF-8.
    public static func send(_ text: String) -> Step { .send(Data(text.utf8)) }

    /// Sends the same bytes repeatedly until the client closes the connection.
    ///
    /// - Parameters:
    ///   - bytes: the bytes.
    ///   - interval: the pause after each time; zero to send as fast as the client reads.
    /// - Returns: the step.
    public static func sendForever(_ bytes: Data, every interval: Duration = .zero) -> Step {
      Step(action: .sendForever(bytes, every: interval))
    }

    /// Waits for a duration, without reading.
    public static func pause(_ duration: Duration) -> Step { Step(action: .pause(duration)) }

    /// Sends a complete response with a `Content-Length`.
    ///
    /// - Parameters:
    ///   - status: the code and the phrase, such as `404 Not Found`.
    ///   - fields: lines of the head, each without a line break, such as `Retry-After: 1`.
    ///   - body: the body.
    /// - Returns: the step.
    public static func answer(_ status: String = "200 OK", fields: [String] = [], body: Data = Data()) -> Step {
      .send(head(status, fields: ["Content-Length: \(body.count)"] + fields) + body)
    }

    /// Returns the bytes of a head.
    package static func head(_ status: String = "200 OK", version: String = "HTTP/1.1", fields: [String]) -> Data {
      let lines = ["\(version) \(status)", "Content-Type: application/json"] + fields
      return Data((lines.map { "\($0)\r\n" }.joined() + "\r\n").utf8)
    }
  }
}
