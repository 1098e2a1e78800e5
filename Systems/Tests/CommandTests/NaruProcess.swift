import SystemTesting
import Foundation
import Naru
import NaruAsyncHTTPClient
import Testing

/// The `naru` that was built with the tests, run as a person would run it.
struct NaruProcess {
  struct Output {
    var status: Int32
    var out: String
    var err: String

    var lines: [String] { out.split(separator: "\n").map(String.init) }
  }

  /// A folder for one test, with a catalogue of a few books when the test asks for one.
  let folder = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString)")
  var language = "ko_KR.UTF-8"

  /// What all processes print, beside the one line that says where a server is; `scripts/test` looks for secrets there.
  var log: URL {
    let kept = ProcessInfo.processInfo.environment["NARU_TEST_LOGS"].map { URL(filePath: $0) }
    return (kept ?? folder).appending(path: "\(folder.lastPathComponent).log")
  }

  /// Where the command keeps its session at a server.
  func sessionFile(_ server: URL) -> URL {
    folder.appending(path: "state/naru/session-http-127.0.0.1-\(server.port ?? 0)")
  }

  private static var executable: URL {
    get throws {
      let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      return folder.appending(path: "naru")
    }
  }

  private func start(
    _ arguments: [String],
    _ environment: [String: String] = [:],
    errors: FileHandle? = nil
  ) throws -> Started {
    let process = Process()
    process.executableURL = try Self.executable
    process.arguments = arguments
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "NARU_DATA": folder.path, "LANG": language,
      "XDG_STATE_HOME": folder.appending(path: "state").path,
    ].merging(environment) { $1 }
    return try Started(process, errors: errors)
  }

  /// Runs a command to its end.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Output {
    try await run(arguments, environment: environment)
  }

  /// Runs a command to its end.
  func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Output {
    let started = try start(arguments, environment)
    async let out = started.out.text
    async let err = started.err.text
    return try await logged(Output(status: started.status, out: out, err: err))
  }

  private func logged(_ output: Output) throws -> Output {
    try openLog().write(contentsOf: Data((output.out + output.err).utf8))
    return output
  }

  /// The end of the log: several processes write there.
  private func openLog() throws -> FileHandle {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let descriptor = open(log.path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    return FileHandle(fileDescriptor: try #require(descriptor >= 0 ? descriptor : nil), closeOnDealloc: true)
  }

  /// Signs somebody in, who says who they are in a browser.
  func login(_ person: TestPerson, environment: [String: String]) async throws -> Output {
    let started = try start(["login", "--provider", "naver", "--no-browser"], environment)
    let line = await started.err.line
    let address = try #require(line.firstMatch(of: /http:\S+/)?.0, "\(line)")
    async let out = started.out.text
    async let err = started.err.text
    try await person.open(person.signIn(at: String(address)))
    return try await logged(Output(status: started.status, out: out, err: line + err))
  }

  /// Runs a server while the body runs. The body gets its address, and a function that ends it with a signal and gives
  /// back its status.
  func serve<Result>(
    _ arguments: [String] = [],
    environment: [String: String] = [:],
    _ body: (_ url: URL, _ stop: @escaping @Sendable (Int32) async -> Int32) async throws -> Result
  ) async throws -> Result {
    let started = try start(["serve", "--port", "0"] + arguments, environment, errors: openLog())
    let id = started.process.processIdentifier
    defer { if started.process.isRunning { kill(id, SIGKILL) } }
    // The line that says where it is; nothing where it could not start.
    let line = await started.out.line
    guard let port = line.firstMatch(of: /http:\/\/[^:]+:([0-9]+)/)?.1,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else {
      throw APIError(.failed, "naru serve did not start: \(line) \(try String(contentsOf: log, encoding: .utf8))")
    }
    let result = try await body(url) { signal in
      kill(id, signal)
      return await started.status
    }
    kill(id, SIGKILL)
    return result
  }

  func write(_ text: String, to name: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Puts a few books into the data folder, so that a server need not bring in ten thousand.
  func fillCatalogue() async throws {
    let rows = [
      "9788966260959,클린 코드: 애자일 소프트웨어 장인 정신,로버트 C. 마틴,인사이트,2013-12-24",
      "9788983920683,해리포터와 마법사의 돌,조앤 K. 롤링,문학수첩,1999-11-19",
      "9788932917245,The Little Prince 어린 왕자,생텍쥐페리,열린책들,2015-10-20",
    ]
    let file = try write("isbn13,title,author,publisher,pub_date\n\(rows.joined(separator: "\n"))\n", to: "books.csv")
    let output = try await run("catalogue", "import", file)
    #expect(output.status == 0, "\(output.err)")
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}

/// A process that was started, with what it prints.
private final class Started: Sendable {
  struct Stream: Sendable {
    let handle: FileHandle

    /// Everything up to the end.
    var text: String {
      get async { await read { String(decoding: $0.readDataToEndOfFile(), as: UTF8.self) } }
    }

    /// What comes first.
    var line: String {
      get async { await read { String(decoding: $0.availableData, as: UTF8.self) } }
    }

    /// Reads on a thread of its own: the pool of tasks must not wait for a process.
    private func read(_ body: @escaping @Sendable (FileHandle) -> String) async -> String {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body(handle)) }
      }
    }
  }

  // `Process` is Sendable where it counts: it was started, and is only asked and waited for.
  let process: Process
  let out: Stream
  let err: Stream

  /// - Parameter errors: where the second stream goes, instead of into ``err``.
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

  /// The status with which it ends: that of the signal, if one killed it.
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
