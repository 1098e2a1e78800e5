import Foundation
import HTTPTypes
import Naru
import NaruAuth

/// A command's connection to its server.
struct Connection: Sendable {
  /// Calls the server as the signed-in user.
  let client: APIClient
  /// The session of the signed-in user.
  let session: Session
  /// Whether to print JSON.
  let isJSON: Bool
  /// What is kept of the signed-in user while the server can't be reached.
  let memory: Memory
  fileprivate let answers: Answers

  init(_ server: URL, session: Session, folder: URL, isJSON: Bool, allowsHTTP: Bool) {
    let answers = Answers()
    func client(_ middleware: [any Middleware]) -> APIClient {
      APIClient(
        server,
        transport: CommandContext.current.transport,
        middleware: middleware + [Authentication(session)],
        timeout: .seconds(30),
        allowsInsecureHTTP: allowsHTTP
      )
    }
    memory = Memory(in: folder, server: server, session: session, client: client([]))
    self.client = client([answers, memory])
    self.session = session
    self.isJSON = isJSON
    self.answers = answers
  }

  /// Prints the last answer exactly as the server sent it.
  func printAnswer() {
    printJSON(answer: answers.all.last ?? Data())
  }

  /// Prints the answers exactly as the server sent them, as the values of one object.
  func printAnswers(_ names: [String]) {
    let fields = zip(names, answers.all).map { Data("\"\($0)\":".utf8) + $1 }
    printJSON(answer: Data("{".utf8) + Data(fields.joined(separator: Data(",".utf8))) + Data("}".utf8))
  }

  /// Reports a removal with a sentence, or with the ID as JSON, because the server's answer is empty.
  func printRemoved(_ id: some Encodable, _ localizedMessage: String) throws {
    if isJSON { try printJSON(["removed": id]) } else { printLine(localizedMessage) }
  }
}

/// Keeps the bodies of successful answers, in order.
private final class Answers: Middleware {
  private let bodies = Locked<[Data]>([])

  var all: [Data] { bodies.withLock { $0 } }

  @concurrent
  func intercept(_ request: APIRequest, next: APINext) async throws -> APIResponse {
    let response = try await next(request)
    if response.head.status.kind == .successful { bodies.withLock { $0.append(response.body) } }
    return response
  }
}
