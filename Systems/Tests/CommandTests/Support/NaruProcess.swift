import Foundation
import Naru
import NaruAsyncHTTPClient
import StorageTesting
import SystemTesting
import Testing

@testable import Command

/// All tests that start processes. They run one after another, because each needs the machine for itself.
@Suite(.serialized, .timeLimit(.minutes(3))) enum ProcessTests {}

/// The programs `naru` and `naru-server`, built with the tests, with a data folder and a home of their own.
struct NaruProcess {
  /// The folder of one test.
  let folder = TemporaryFolder()
  var language = "ko_KR.UTF-8"

  /// The log of all output, except the line with the address of a server. `scripts/test` searches it for secrets.
  var log: URL {
    let kept = ProcessInfo.processInfo.environment["NARU_TEST_LOGS"].map { URL(filePath: $0) }
    return (kept ?? folder.url).appending(path: "\(folder.url.lastPathComponent).log")
  }

  /// The file with the session at a server.
  func sessionFile(_ server: URL) -> URL {
    folder.url.appending(path: "state/naru/session-http-127.0.0.1-\(server.port ?? 0)")
  }

  /// Returns the program that has the command of these arguments.
  private static func executable(_ arguments: [String]) throws -> URL {
    let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    let isServers = NaruCommand.serverCommands.contains(arguments.first ?? "")
    return folder.appending(path: isServers ? "naru-server" : "naru")
  }

  private func start(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    errors: FileHandle? = nil,
    after preparation: String? = nil
  ) throws -> Started {
    let process = Process()
    process.executableURL = try Self.executable(arguments)
    process.arguments = arguments
    if let preparation {
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "\(preparation); exec \"$0\" \"$@\"", try Self.executable(arguments).path] + arguments
    }
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.url.path, "NARU_DATA": folder.url.path, "LANG": language,
      "XDG_STATE_HOME": folder.url.appending(path: "state").path,
    ].merging(environment) { $1 }
    return try Started(process, errors: errors)
  }

  /// Runs a command until it ends.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> CommandOutput {
    try await run(arguments, environment: environment)
  }

  /// Runs a command until it ends, after a line of a shell.
  func run(
    _ arguments: [String],
    environment: [String: String] = [:],
    after preparation: String? = nil
  ) async throws -> CommandOutput {
    let started = try start(arguments, environment, after: preparation)
    async let out = started.out.text
    async let err = started.err.text
    return try await logged(CommandOutput(status: started.status, out: out, err: err))
  }

  /// Runs a command, and kills it when a closure returns. Returns whether it had not ended before.
  func run(
    _ arguments: [String],
    environment: [String: String],
    killedAfter wait: @escaping @Sendable () async throws -> Void
  ) async throws -> Bool {
    let started = try start(arguments, environment, errors: openLog())
    let id = started.process.processIdentifier
    let killing = Task {
      try await wait()
      kill(id, SIGKILL)
    }
    let status = await started.status
    killing.cancel()
    return status == SIGKILL && started.process.terminationReason == .uncaughtSignal
  }

  private func logged(_ output: CommandOutput) throws -> CommandOutput {
    try openLog().write(contentsOf: Data((output.out + output.err).utf8))
    return output
  }

  /// Opens the log for appending. Several processes write to it.
  private func openLog() throws -> FileHandle {
    let descriptor = open(log.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    return FileHandle(fileDescriptor: try #require(descriptor >= 0 ? descriptor : nil), closeOnDealloc: true)
  }

  /// Signs a person in with a browser.
  func login(_ person: TestPerson, environment: [String: String]) async throws -> CommandOutput {
    let started = try start(["login", "--provider", "naver", "--no-browser"], environment)
    let line = await started.err.line
    let address = try #require(line.firstMatch(of: /http:\S+/)?.0, "\(line)")
    async let out = started.out.text
    async let err = started.err.text
    try await person.open(person.signIn(at: String(address)))
    return try await logged(CommandOutput(status: started.status, out: out, err: line + err))
  }

  /// Runs a server while the body runs. The body gets its address, and a function that sends it a signal and returns its exit
  /// status, or 0 for a signal that does not end it. With a largest size of files in bytes, the disk is full for it.
  func serve<Result>(
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    maxFileSize: Int? = nil,
    _ body: (_ url: URL, _ stop: @escaping @Sendable (Int32) async -> Int32) async throws -> Result
  ) async throws -> Result {
    let started = try start(
      ["serve", "--port", "0"] + arguments,
      environment,
      errors: openLog(),
      after: maxFileSize.map { "trap '' XFSZ; ulimit -f \($0 / 1024)" }
    )
    let id = started.process.processIdentifier
    defer { if started.process.isRunning { kill(id, SIGKILL) } }
    // The line with the address. Empty if the server could not start.
    let line = await started.out.line
    guard let address = line.firstMatch(of: /http:\/\/[^ ]+:[0-9]+/)?.0, let url = URL(string: String(address)) else {
      throw APIError(.unknown, "naru-server did not start: \(line) \(try String(contentsOf: log, encoding: .utf8))")
    }
    let result = try await body(url) { signal in
      kill(id, signal)
      return [SIGSTOP, SIGCONT].contains(signal) ? 0 : await started.status
    }
    kill(id, SIGKILL)
    return result
  }

  /// Runs a server on a copy of the prepared data while the body runs.
  func onServer(
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    _ body: (_ url: URL, _ stop: @escaping @Sendable (Int32) async -> Int32) async throws -> Void
  ) async throws {
    try await copyData()
    try await serve(arguments, environment: environment, body)
  }

  /// Copies prepared data to the data folder.
  func copyData() async throws {
    try await PreparedData.books.copy(to: folder.url)
  }
}

/// A running process and its output.
private final class Started: Sendable {
  struct Stream: Sendable {
    let handle: FileHandle

    /// The output until the end.
    var text: String {
      get async { await read { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) } }
    }

    /// The first output.
    var line: String {
      get async { await read { String(decoding: $0.availableData, as: UTF8.self) } }
    }

    /// Reads on another thread, because tasks must not block the thread pool.
    private func read(_ body: @escaping @Sendable (FileHandle) -> String) async -> String {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body(handle)) }
      }
    }
  }

  // `Process` is not changed after its start.
  let process: Process
  let out: Stream
  let err: Stream

  /// Starts a process. Its standard error goes to `errors` if there is one, instead of ``err``.
  init(_ process: Process, errors: FileHandle?) throws {
    let (out, err) = (Pipe(), Pipe())
    process.standardOutput = out
    process.standardError = errors ?? err
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    self.out = Stream(handle: out.fileHandleForReading)
    self.err = Stream(handle: err.fileHandleForReading)
  }

  /// The exit status, or the number of the signal that killed the process.
  var status: Int32 {
    get async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [process] in
          process.waitUntilExit()
          continuation.resume(returning: process.terminationStatus)
        }
      }
    }
  }
}
