import Foundation
import Naru
import SystemTesting
import Testing

extension ProcessTests {
  /// The end of `naru serve`, while a client holds a request that never ends.
  @Suite struct StopTests {
    private let naru = NaruProcess()

    /// Sends the head of a request and a part of its body.
    private func hold(_ url: URL) throws -> FileHandle {
      let connection = try connect(url)
      let request = """
        POST /api/auth/refresh HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        Content-Length: 1000\r
        \r
        {
        """
      try connection.write(contentsOf: Data(request.utf8))
      return connection
    }

    private func connect(_ url: URL) throws -> FileHandle {
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(url.port ?? 0).bigEndian)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let result = withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      return handle
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func aClientThatNeverEndsItsRequestDoesNotKeepTheServer(signal: Int32) async throws {
      try await naru.onServer(environment: ["NARU_SERVER_STOP_SECONDS": "1"]) { url, stop in
        let held = try hold(url)
        let duration = await ContinuousClock().measure { #expect(await stop(signal) == 0) }
        #expect(duration < .seconds(20))
        try held.close()
      }
    }

    @Test func aSecondInterruptEndsTheServerAtOnce() async throws {
      try await naru.onServer(environment: ["NARU_SERVER_STOP_SECONDS": "300", "NARU_SERVER_STALL_SECONDS": "300"]) {
        url,
        stop in
        let held = try hold(url)
        async let first = stop(SIGINT)
        // The first one was received when the server accepts no more connections.
        while (try? connect(url)) != nil { await Task.yield() }
        #expect(await stop(SIGINT) == 130)
        #expect(await first == 130)
        try held.close()
      }
    }

    @Test func aFullDiskIsLoggedAndTheServerStops() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      let file = naru.folder.appending(path: "naru.sqlite")
      let size = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
      // The file of the database can't grow.
      try await naru.serve(maxFileSize: size) { url, stop in
        let environment = ["NARU_URL": url.absoluteString]
        let login = try await naru.login(TestPerson("홍길동"), environment: environment)
        #expect(login.status == 0)
        let text = String(repeating: "물총새", count: 600)
        for _ in 0..<3 {
          let written = try await naru.run("board", "write", text, environment: environment)
          #expect(written.status == 0, "\(written)")
        }
        #expect(await stop(SIGTERM) == 0)
      }
      #expect(try String(contentsOf: naru.log, encoding: .utf8).contains("The next start uses the log."))
      try await naru.serve { url, _ in
        let posts = try await naru.run("board", "list", "--json", environment: ["NARU_URL": url.absoluteString])
        #expect(posts.out.ranges(of: "물총새물총새").count > 3)
      }
    }
  }
}
