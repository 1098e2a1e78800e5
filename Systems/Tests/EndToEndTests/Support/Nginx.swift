import Foundation
import NIOCore
import NIOPosix
import Naru

/// nginx as in `Systems/docs/scale/nginx.conf`, in front of servers on this machine.
enum Nginx {
  /// The program. `nil` if it is not installed.
  static let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Runs a closure with the address of a proxy.
  static func run<Result>(before ports: [Int], _ body: (URL) async throws -> Result) async throws -> Result {
    guard let program, let own = try await freePort() else { throw CocoaError(.fileNoSuchFile) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let documentation = URL(filePath: #filePath).appending(path: "../../../../../Systems/docs/scale/nginx.conf")
      .standardizedFileURL
    var text = try String(contentsOf: documentation, encoding: .utf8)
    text = text.replacing("127.0.0.1:8080", with: "127.0.0.1:\(own)")
    for (index, port) in ports.enumerated() {
      text = text.replacing("127.0.0.1:\(8081 + index)", with: "127.0.0.1:\(port)")
    }
    let file = folder.appending(path: "nginx.conf")
    try Data(text.utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = ["-p", folder.path, "-c", file.path, "-e", "stderr", "-g", "daemon off; master_process off;"]
    try process.run()
    defer {
      // It has nothing to save, and may have been started with SIGTERM blocked, as the threads of a test may be.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try await waitUntilOpen(own)
    guard let url = URL(string: "http://127.0.0.1:\(own)") else { throw URLError(.badURL) }
    return try await body(url)
  }

  private static func freePort() async throws -> Int? {
    let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = channel.localAddress?.port
    try await channel.close()
    return port
  }

  /// Connects until the port is open.
  private static func waitUntilOpen(_ port: Int) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while true {
      do {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
          .connect(host: "127.0.0.1", port: port).get()
        return try await channel.close()
      } catch  where ContinuousClock.now < end {
        await Task.yield()
      }
    }
  }
}
