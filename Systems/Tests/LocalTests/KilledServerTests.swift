import Foundation
import GRDB
import Naru
import StorageTesting
import Testing

/// Requests with an `Idempotency-Key` to servers that are killed, and to several at once. Each server is a process: `KilledWriter`.
@Suite(.timeLimit(.minutes(5)))
struct KilledServerTests {
  private struct Result {
    let status: Int32
    let isKilled: Bool
    let text: String
  }

  private let file = FileManager.default.temporaryDirectory.appending(path: "naru-\(UUID().uuidString).sqlite")

  private func removeFiles() {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
  }

  /// Runs a server that kills itself at a step of the request. 1,000,000 is never reached.
  private func serve(until step: Int = 1_000_000, _ text: String = "a") async throws -> Result {
    let process = Process()
    let output = Pipe()
    // Next to the program of the tests.
    let products = try #require(Bundle.main.executableURL).deletingLastPathComponent()
    process.executableURL = products.appending(path: "KilledWriter")
    process.arguments = [file.path, String(step), text]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in continuation.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    return Result(
      status: process.terminationStatus,
      isKilled: process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL,
      text: text.trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }

  /// The steps that took effect, in order.
  private var effects: [String] {
    get throws {
      try DatabaseQueue(path: file.path).read { db in
        try String.fetchAll(db, sql: "SELECT step FROM effect ORDER BY id")
      }
    }
  }

  @Test func theSameKeyTakesEffectOnceAcrossKill9AtEveryStepOfTheTransactions() async throws {
    var kills = 0
    while true {
      defer { removeFiles() }
      let killed = try await serve(until: kills + 1)
      guard killed.isKilled else {
        // Beyond the last step, nothing is killed.
        #expect(killed.status == 0 && killed.text == "1 2")
        break
      }
      kills += 1
      #expect(killed.text.isEmpty)
      // The effects so far are those of committed transactions, and the repeated request makes the others.
      #expect(try effects.count < 3)
      for _ in 0..<2 {
        let repeated = try await serve()
        #expect(repeated.status == 0 && repeated.text == "1 2", "after the kill at step \(kills)")
      }
      #expect(try effects == ["a 1", "a 2"], "after the kill at step \(kills)")
    }
    // Each transaction begins, looks for the person and the key, writes the effect and the result, and commits.
    #expect(kills >= 12, "\(kills)")
  }

  @Test func severalProcessesThatGetTheSameRequestAtTheSameTimeTakeEffectOnce() async throws {
    defer { removeFiles() }
    // The tables are there before.
    _ = try await serve(until: 1)
    let answers = try await concurrently(4) { _ in try await serve() }
    #expect(answers.allSatisfy { $0.status == 0 && $0.text == "1 2" })
    #expect(try effects == ["a 1", "a 2"])
  }
}
