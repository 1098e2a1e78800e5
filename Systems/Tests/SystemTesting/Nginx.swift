package import Foundation
import NIOCore
import NIOPosix
import Naru

/// nginx in front of servers on this machine.
package enum Nginx {
  /// The program. `nil` if it is not installed.
  package static let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// A server with nothing but `proxy_pass`, which adds no header field to a request.
  package static let plain = """
    pid nginx.pid;
    error_log error.log warn;
    events {}
    http {
      access_log off;
      client_body_temp_path body;
      proxy_temp_path proxy;
      fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi;
      scgi_temp_path scgi;
      server {
        listen 127.0.0.1:8080;
        location / { proxy_pass http://127.0.0.1:8081; }
      }
    }
    """

  /// Runs a closure with the address of a proxy. In a configuration, the proxy has the port 8080, and the servers have ports from
  /// 8081. Without one, it is `Systems/docs/scale/nginx.conf`.
  package static func run<Result>(
    before ports: [Int],
    configuration: String? = nil,
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    guard let program, let own = try await freePort() else { throw CocoaError(.fileNoSuchFile) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "nginx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let documentation = URL(filePath: #filePath).appending(path: "../../../docs/scale/nginx.conf")
      .standardizedFileURL
    var text = try configuration ?? String(contentsOf: documentation, encoding: .utf8)
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
