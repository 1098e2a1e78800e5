import CountedProgram
import DockDock
import Foundation
import NIOCore
import Naru
import NaruAsyncHTTPClient
import NaruOffline

/// The benchmark of `NaruOffline`. `scripts/bench offline` runs it.
///
///     OfflineBench fill writes|answers FOLDER COUNT   queues writes, or keeps answers
///     OfflineBench load FOLDER                        opens the file and loads all writes; prints milliseconds and kilobytes
///     OfflineBench start FOLDER                       opens the file and reads one answer; prints milliseconds
///     OfflineBench call|cached|confirm FOLDER PORT COUNT   makes COUNT reads of CallBench's server, one after another
///
/// `call` asks the server without keeping anything, `cached` answers from the file, and `confirm` asks with a known `ETag`.
@main
struct OfflineBench: CountedProgram {
  static func run(_ arguments: [String]) async throws {
    NIOSingletons.groupLoopCountSuggestion = 1
    switch (arguments.first, arguments.dropFirst().first, arguments.count) {
    case ("fill", "writes", 4): try await fillWrites(arguments[2], count(arguments[3]))
    case ("fill", "answers", 4): try await fillAnswers(arguments[2], count(arguments[3]))
    case ("load", let folder?, 2): try load(folder)
    case ("start", let folder?, 2): try await start(folder)
    case ("call", let folder?, 4): try await read(folder, .networkOnly, arguments)
    case ("cached", let folder?, 4): try await read(folder, .cacheFirst(maxAge: .seconds(86_400)), arguments)
    case ("confirm", let folder?, 4): try await read(folder, .networkFirst, arguments)
    default: fail("The usage is at the beginning of OfflineBench.swift.")
    }
  }

  /// Answers each search with ten books.
  private static let server = InMemoryTransport().mounting(Books.self) { _ in .preview }

  private static func open(_ folder: String, _ client: APIClient? = nil) throws -> Offline {
    let client = client ?? APIClient(InMemoryTransport.url, transport: server)
    let options = OfflineOptions(contracts: [Books.self, ReadingRecords.self])
    return try Offline(in: URL(filePath: folder), for: "bench", client: client, options: options)
  }

  private static func fillWrites(_ folder: String, _ count: Int) async throws {
    let offline = try open(folder)
    for number in 0..<count {
      try await offline.write(ReadingRecords.self) {
        try await $0.add(record: NewReadingRecord(readingBookID: "\(number)", content: "지하철에서 쓴 메모 \(number)"))
      }
    }
  }

  private static func fillAnswers(_ folder: String, _ count: Int) async throws {
    let offline = try open(folder)
    for number in 0..<count { _ = try await offline.read(Books.self) { try await $0.search(query: "\(number)") } }
  }

  /// Opens the file and loads all writes.
  private static func load(_ folder: String) throws {
    let before = ownKilobytes()
    var writes: [QueuedWrite] = []
    let time = try ContinuousClock().measure { writes = try open(folder).queuedWrites() }
    let kilobytes = ownKilobytes() - before
    precondition(writes.count == 10_000, "There are \(writes.count) writes.")
    print(String(format: "%.1f %d", time / .milliseconds(1), kilobytes))
  }

  /// Opens the file and reads one answer.
  private static func start(_ folder: String) async throws {
    let clock = ContinuousClock()
    let start = clock.now
    let page = try await open(folder).read(Books.self, policy: .cacheOnly) { try await $0.search(query: "4711") }
    print(String(format: "%.1f", start.duration(to: clock.now) / .milliseconds(1)))
    precondition(!page.isFresh, "The answer is not from the file.")
  }

  private static func read(_ folder: String, _ policy: ReadPolicy, _ arguments: [String]) async throws {
    guard let url = URL(string: "http://127.0.0.1:\(arguments[2])") else { fail("\(arguments[2]) is not a port.") }
    let count = count(arguments[3])
    let books = try open(folder, APIClient(url, transport: AsyncHTTPClientTransport()))
    // The first one is kept.
    _ = try await books.read(Books.self) { try await $0.search(query: "해리 포터", maxResults: 10) }
    let time = try await ContinuousClock().measure {
      for _ in 0..<count {
        let page = try await books.read(Books.self, policy: policy) {
          try await $0.search(query: "해리 포터", maxResults: 10)
        }
        precondition(page.value.books.count == 10, "The answer is not the page.")
      }
    }
    print(Int((time / count / .microseconds(1)).rounded()))
  }

  /// The memory that only this process has, from Linux's `/proc`: without the code that it runs, which is mapped from files.
  private static func ownKilobytes() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  private static func count(_ text: String) -> Int {
    guard let count = Int(text) else { fail("“\(text)” is not a number.") }
    return count
  }
}
