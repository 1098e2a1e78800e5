#if os(Linux) || os(macOS)
  import Foundation
  import Naru
  import NaruAuth

  /// A port of this machine that waits for one request, without a web server.
  final class LoopbackListener: Sendable {
    /// The redirect URI.
    let url: URL
    private let authority: String
    private let listener: FileDescriptor
    /// A pipe. Writing to it wakes the waiting thread.
    private let wake: (read: FileDescriptor, write: FileDescriptor)

    /// Listens on a free port of 127.0.0.1.
    init(path: String) throws {
      do {
        (listener, authority) = try Self.openPort()
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError("pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        wake = (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
      } catch {
        throw SignInError.unavailable([
          .korean: "브라우저의 응답을 받을 포트를 열 수 없습니다. (\(error))",
          .english: "No port could be opened for the browser's response. (\(error))",
        ])
      }
      guard path.hasPrefix("/"), let url = URL(string: "http://\(authority)\(path)") else {
        throw SignInError.unavailable("“\(path)” is not a path.")
      }
      self.url = url
    }

    private static func openPort() throws -> (FileDescriptor, String) {
      #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
      #else
        let type = SOCK_STREAM
      #endif
      let number = socket(AF_INET, type, 0)
      guard number >= 0 else { throw SystemError("socket") }
      let listener = FileDescriptor(number)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      _ = fcntl(number, F_SETFL, O_NONBLOCK)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          guard bind(number, pointer, length) == 0 else { throw SystemError("bind") }
          guard listen(number, 16) == 0 else { throw SystemError("listen") }
          guard getsockname(number, pointer, &length) == 0 else { throw SystemError("getsockname") }
        }
      }
      return (listener, "127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    }

    /// Waits for the response, and closes the port.
    func answer(where isCallback: @escaping @Sendable (URL) -> Bool) async throws -> URL {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          // Waiting may take minutes, so it has a thread of its own.
          Thread.detachNewThread {
            continuation.resume(with: Result { try self.serve(isCallback) })
          }
        }
      } onCancel: {
        _ = retrying { write(wake.write.number, "x", 1) }
      }
    }

    private struct Connection {
      let socket: FileDescriptor
      let deadline: ContinuousClock.Instant
      var head = Data()
    }

    /// Serves several connections at once, because a browser may open one in advance and send nothing.
    private func serve(_ isCallback: (URL) -> Bool) throws -> URL {
      defer { shutdown(listener.number, Int32(SHUT_RDWR)) }
      var connections: [Connection] = []
      while true {
        var polled = ([wake.read.number, listener.number] + connections.map(\.socket.number)).map {
          pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard retrying({ poll(&polled, nfds_t(polled.count), connections.isEmpty ? -1 : 1000) }) >= 0 else {
          throw SignInError.unavailable("\(SystemError("poll"))")
        }
        if polled[0].revents != 0 { throw SignInError.cancelled }
        for index in connections.indices.reversed() {
          if polled[index + 2].revents != 0 {
            switch advance(&connections[index]) {
            case .more: continue
            case .target(let target):
              let connection = connections.remove(at: index)
              guard let url = URL(string: "http://\(authority)\(target)"), url.path == self.url.path else {
                reply("404 Not Found", Page.notFound, to: connection)
                continue
              }
              guard isCallback(url) else {
                reply("400 Bad Request", Page.stray, to: connection)
                continue
              }
              reply("200 OK", Page.done, to: connection)
              return url
            case .bad(let status):
              reply(status, Page.notFound, to: connections.remove(at: index))
            case .closed:
              connections.remove(at: index)
            }
          } else if connections[index].deadline < .now {
            connections.remove(at: index)
          }
        }
        if polled[1].revents != 0 {
          let number = accept(listener.number, nil, nil)
          guard number >= 0 else { continue }
          let connection = FileDescriptor(number)
          _ = fcntl(number, F_SETFD, FD_CLOEXEC)
          _ = fcntl(number, F_SETFL, O_NONBLOCK)
          if connections.count < 32 {
            connections.append(Connection(socket: connection, deadline: .now + .seconds(10)))
          }
        }
      }
    }

    private enum Progress {
      case more
      case target(String)
      case bad(String)
      case closed
    }

    /// Reads the available part of a request's head.
    private func advance(_ connection: inout Connection) -> Progress {
      var buffer = [UInt8](repeating: 0, count: 4096)
      let count = retrying { recv(connection.socket.number, &buffer, buffer.count, 0) }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return .more }
      guard count > 0 else { return .closed }
      connection.head += buffer[..<count]
      guard let end = connection.head.range(of: Data("\r\n\r\n".utf8)) else {
        return connection.head.count < 16 << 10 ? .more : .bad("431 Request Header Fields Too Large")
      }
      let lines = String(decoding: connection.head[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
      let words = lines[0].split(separator: " ", omittingEmptySubsequences: false)
      guard words.count == 3, words[2].hasPrefix("HTTP/1."), words[1].hasPrefix("/") else {
        return .bad("400 Bad Request")
      }
      guard words[0] == "GET" else { return .bad("405 Method Not Allowed") }
      // Requests of other host names that resolve to this machine (DNS rebinding) are rejected.
      let hosts = lines.dropFirst().filter { $0.lowercased().hasPrefix("host:") }
      guard hosts.count == 1, hosts[0].dropFirst(5).trimmingCharacters(in: .whitespaces) == authority else {
        return .bad("400 Bad Request")
      }
      return .target(String(words[1]))
    }

    private func reply(_ status: String, _ page: String, to connection: Connection) {
      let head = """
        HTTP/1.1 \(status)\r
        Content-Type: text/html; charset=utf-8\r
        Content-Length: \(page.utf8.count)\r
        Cache-Control: no-store\r
        Referrer-Policy: no-referrer\r
        Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'\r
        X-Content-Type-Options: nosniff\r
        Connection: close\r
        \r

        """
      let bytes = Array((head + page).utf8)
      #if canImport(Darwin)
        var isOn: Int32 = 1
        setsockopt(connection.socket.number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        let flags: Int32 = 0
      #else
        let flags = Int32(MSG_NOSIGNAL)
      #endif
      // The page fits into any socket's buffer. The response counts even if its page does not arrive.
      _ = retrying { send(connection.socket.number, bytes, bytes.count, flags) }
      shutdown(connection.socket.number, Int32(SHUT_WR))
    }
  }

  /// The pages that the browser shows. They contain nothing of the request.
  private enum Page {
    static let done = page("앱으로 돌아가세요. 이 창은 닫아도 됩니다.", "Go back to the app. You can close this window.")
    static let stray = page("이 로그인의 주소가 아닙니다.", "This address does not belong to the current sign-in.")
    static let notFound = page("페이지를 찾을 수 없습니다.", "Page not found.")

    private static func page(_ korean: String, _ english: String) -> String {
      """
      <!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Naru</title><style>body{font:1.1em sans-serif;margin:20vh auto;max-width:24em;text-align:center}</style>
      <p>\(korean)</p><p lang="en">\(english)</p></html>
      """
    }
  }
#endif
