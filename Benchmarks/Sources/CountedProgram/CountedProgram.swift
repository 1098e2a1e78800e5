import Dispatch
import Foundation

/// A program whose instructions valgrind counts.
public protocol CountedProgram: SendableMetatype {
  /// Runs the program with the arguments of the command line. An error ends it with the status 64.
  static func run(_ arguments: [String]) async throws
}

extension CountedProgram {
  /// Not `async`: the main thread of an async `main` waits in a way (`sigsuspend`) at which valgrind 3.19 crashes.
  public static func main() {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
      do {
        try await run(Array(CommandLine.arguments.dropFirst()))
      } catch {
        fail("\(Self.self): \(error)")
      }
      end.signal()
    }
    end.wait()
  }

  /// Prints a text as an error, and ends the program with the status 64.
  public static func fail(_ text: String) -> Never {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(64)
  }
}
