import Catalogue
import CommandSupport
import Foundation
import HTTPTypes
import Local
import Naru
import NaruAuth
import ServedSystem
import StorageTesting
import Support
import SystemTesting
import Testing

@testable import Command
@testable import Server

/// The programs in this process, with a backend in memory.
final class TestShell: Sendable {
  private static let url = "http://127.0.0.1:8080"

  /// The folder of one test.
  let folder: TemporaryFolder
  /// The answers of the server, newest last.
  let answers: AnswerLog

  /// Creates a shell.
  init(_ transport: any Transport = ClosureTransport.unreachable, folder: TemporaryFolder = TemporaryFolder()) {
    answers = AnswerLog(transport)
    self.folder = folder
  }

  /// Creates a shell with a backend with 36 books and the sample data, in which a user is signed in.
  ///
  /// `way` wraps the transport to the backend.
  static func onDemo(
    _ user: String? = "홍길동",
    demo: Bool = true,
    way: (any Transport) -> any Transport = { $0 }
  ) async throws -> TestShell {
    let backend = try await LocalBackend(
      storage: .memory,
      signIn: .authenticator(TokenIsName()),
      demo: demo
    )
    let shell = TestShell(way(backend.inMemory))
    let books = try shell.folder.write(PreparedData.demoBooks, to: "books.csv")
    _ = try backend.catalogue.importCSV(from: URL(filePath: books))
    try await backend.prepare()
    if let user { try await shell.signIn(user) }
    return shell
  }

  /// The file with the session at the server.
  var sessionFile: URL { folder.url.appending(path: "state/naru/session-http-127.0.0.1-8080") }

  /// Signs a person in, whose token is their name. It has expired if there is another one to renew it with.
  func signIn(_ name: String, renewal: Secret? = nil) async throws {
    let session = Session(store: FileTokenStore(sessionFile, protection: .ownerOnly), refresher: nil)
    let lifetime: Duration? = renewal.map { _ in .zero }
    try await session.signIn { Credential(accessToken: Secret(name), refreshToken: renewal, lifetime: lifetime) }
  }

  /// Runs a command of the program that has it.
  func run(
    _ arguments: String...,
    answer: String? = nil,
    columns: Int? = nil,
    environment: [String: String] = [:]
  ) async -> CommandOutput {
    await run(arguments, answer: answer, columns: columns, environment: environment)
  }

  func run(
    _ arguments: [String],
    answer: String? = nil,
    columns: Int? = nil,
    environment: [String: String] = [:],
    onOutput: @escaping @Sendable (String) -> Void = { _ in }
  ) async -> CommandOutput {
    let (out, err) = (Locked<[UInt8]>([]), Locked<[UInt8]>([]))
    let readAnswer: @Sendable () -> String? = { answer }
    let variables = [
      "HOME": folder.url.path, "XDG_STATE_HOME": folder.url.appending(path: "state").path, "NARU_URL": Self.url,
    ]
    let context = CommandContext(
      environment: variables.merging(environment) { $1 },
      output: Terminal(
        isInteractive: columns != nil,
        columns: { columns },
        sink: { bytes in
          out.withLock { $0.append(contentsOf: bytes) }
          onOutput(String(decoding: bytes, as: UTF8.self))
        }
      ),
      errors: Terminal(sink: { bytes in err.withLock { $0.append(contentsOf: bytes) } }),
      readAnswer: answer == nil ? nil : readAnswer
    )
    let program: any Program.Type =
      NaruCommand.serverCommands.contains(arguments.first ?? "") ? NaruServerCommand.self : NaruCommand.self
    let status = await CommandContext.$current.withValue(context) {
      await LocalizedTransport.$current.withValue(answers) { await program.run(arguments) }
    }
    return CommandOutput(
      status: status,
      out: String(decoding: out.withLock { $0 }, as: UTF8.self),
      err: String(decoding: err.withLock { $0 }, as: UTF8.self)
    )
  }
}

/// A transport that keeps the bodies of the answers.
final class AnswerLog: Transport {
  private let transport: any Transport
  private let bodies = Locked<[String]>([])
  private let bodyOfPath = Locked<[String: String]>([:])

  init(_ transport: any Transport) {
    self.transport = transport
  }

  /// The bodies, newest last. A 304 stands for the body that the server has confirmed.
  var all: [String] { bodies.withLock { $0 } }

  @concurrent
  func send(_ request: APIRequest) async throws -> APIResponse {
    let response = try await transport.send(request)
    let body = bodyOfPath.withLock { known in
      let path = request.head.path ?? "/"
      if response.head.status != .notModified { known[path] = String(decoding: response.body, as: UTF8.self) }
      return known[path] ?? ""
    }
    bodies.withLock { $0.append(body) }
    return response
  }
}
