public import Foundation

extension Fault {
  /// One thing that a server does on a connection. A script is a list of them.
  ///
  /// ```swift
  /// [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123"), .wait, .close]
  /// ```
  ///
  /// A script that begins with ``readHead`` is taken with each request, another one with each connection that is made, and with
  /// each request that follows on it.
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
    /// Waits for the rest of the request. What a script has not read when it ends is read before the next one begins.
    public static let readBody = Step(action: .readBody)
    /// Waits until ``FaultServer/release()`` or until the client closes the connection, and reads nothing meanwhile.
    public static let wait = Step(action: .wait)
    /// Waits until the system has taken all that was sent: until the client has read most of it.
    public static let waitUntilSent = Step(action: .waitUntilSent)
    /// Says that nothing more will come, and goes on reading until the client closes the connection too, as well-made
    /// servers do. The connection is open until then. What follows in the script is not done.
    public static let close = Step(action: .close)
    /// Throws the connection away: the client sees “connection reset by peer”. What follows in the script is not done.
    public static let reset = Step(action: .reset)

    /// Sends bytes as they are. Each step is a packet of its own, if the system allows it.
    public static func send(_ bytes: Data) -> Step { Step(action: .send(bytes)) }

    /// Sends a text in UTF-8.
    public static func send(_ text: String) -> Step { .send(Data(text.utf8)) }

    /// Sends the same bytes again and again until the client closes the connection.
    ///
    /// - Parameters:
    ///   - bytes: what to send.
    ///   - interval: how long to wait after each time. Zero: as fast as the client takes them.
    public static func sendForever(_ bytes: Data, every interval: Duration = .zero) -> Step {
      Step(action: .sendForever(bytes, every: interval))
    }

    /// Waits for some time, and reads nothing meanwhile.
    public static func pause(_ duration: Duration) -> Step { Step(action: .pause(duration)) }

    /// Sends a whole answer with a `Content-Length`.
    ///
    /// - Parameters:
    ///   - status: the code and the phrase, such as `404 Not Found`.
    ///   - fields: lines of the head, each without a line break, such as `Retry-After: 1`.
    ///   - body: the body.
    public static func answer(_ status: String = "200 OK", fields: [String] = [], body: Data = Data()) -> Step {
      .send(head(status, fields: ["Content-Length: \(body.count)"] + fields) + body)
    }

    /// The bytes of a head.
    package static func head(_ status: String = "200 OK", version: String = "HTTP/1.1", fields: [String]) -> Data {
      let lines = ["\(version) \(status)", "Content-Type: application/json"] + fields
      return Data((lines.map { "\($0)\r\n" }.joined() + "\r\n").utf8)
    }
  }
}
