import Foundation
import Naru
import NaruAsyncHTTPClient

/// Load on all systems with the generated clients. See `dev/bench/load.py`.
///
/// usage: LoadBench people URL                        reads tokens of people, gives each something, and prints one line for each
///        LoadBench run URL FILE SECONDS CONNECTIONS  calls as these people, from so many tasks at once
@main
enum LoadBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let command = arguments.first, let url = arguments.dropFirst().first.flatMap({ URL(string: $0) }) else {
      throw CocoaError(.featureUnsupported)
    }
    let rest = Array(arguments.dropFirst(2))
    switch command {
    case "people":
      var number = 0
      while let token = readLine() {
        print(try await LoadPerson(url, token: token, number).line)
        number += 1
      }
    case "run":
      let people = try String(contentsOfFile: rest[0], encoding: .utf8).split(separator: "\n").map(LoadPerson.init)
      try await run(url, people, seconds: Int(rest[1]) ?? 1, connections: Int(rest[2]) ?? 1)
    default:
      throw CocoaError(.featureUnsupported)
    }
  }

  private static func run(_ url: URL, _ people: [LoadPerson], seconds: Int, connections: Int) async throws {
    let clients = people.map { person in
      APIClient(
        url,
        transport: AsyncHTTPClientTransport(),
        middleware: [BearerAuthentication { Secret(person.token) }]
      )
    }
    let start = ContinuousClock.now
    let end = start + .seconds(seconds)
    let results = await withTaskGroup(of: [(Duration, (any Error)?)].self) { group in
      for _ in 0..<connections {
        group.addTask {
          var results: [(Duration, (any Error)?)] = []
          while ContinuousClock.now < end {
            let index = Int.random(in: people.indices)
            let began = ContinuousClock.now
            do {
              try await Mix.call(clients[index], people[index])
              results.append((ContinuousClock.now - began, nil))
            } catch {
              results.append((ContinuousClock.now - began, error))
            }
          }
          return results
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let took = ContinuousClock.now - start
    let times = results.map(\.0.milliseconds).sorted()
    let errors = results.compactMap(\.1)
    if let error = errors.first { FileHandle.standardError.write(Data("\(error)\n".utf8)) }
    func figure(_ number: Double) -> String { String(format: "%.1f", number) }
    print(
      "client: \(times.count) calls in \(took.components.seconds) s, \(Int(Double(times.count) * 1000 / took.milliseconds)) a second, "
        + "\(errors.count) errors, p50 \(figure(times[times.count / 2])) ms, p99 \(figure(times[times.count * 99 / 100])) ms, "
        + "longest \(figure(times[times.count - 1])) ms"
    )
  }
}

extension Duration {
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}
