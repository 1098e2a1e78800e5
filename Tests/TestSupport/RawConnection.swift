import Foundation

#if canImport(Glibc)
  import Glibc
#endif

#if canImport(Darwin)
  /// The type of a TCP socket.
  package let streamSocket = SOCK_STREAM
#else
  /// The type of a TCP socket, which has a type of its own in Linux's C libraries.
  package let streamSocket = Int32(SOCK_STREAM.rawValue)
#endif

/// A TCP connection to a server on this machine that sends and receives bytes as they are.
package final class RawConnection: Sendable {
  private let socket: Int32

  /// Connects to a port.
  package init(port: Int, receiveBuffer: Int32? = nil) throws {
    socket = Foundation.socket(AF_INET, streamSocket, 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit {
    close(socket)
  }

  /// Sends bytes. Stops when the server has closed the connection.
  package func send(_ text: String) {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(socket, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Says that nothing more will be sent.
  package func endSending() {
    shutdown(socket, Int32(SHUT_WR))
  }

  /// Receives until the text satisfies a condition, and at most until the server closes the connection.
  package func receive(
    sending meanwhile: String? = nil,
    until isEnough: @escaping @Sendable (String) -> Bool = { _ in false }
  ) async -> (text: String, isClosed: Bool) {
    // On a thread of its own, because tasks must not block theirs.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in continuation.resume(returning: blockingReceive(meanwhile, isEnough)) }
    }
  }

  private func blockingReceive(_ meanwhile: String?, _ isEnough: (String) -> Bool) -> (text: String, isClosed: Bool) {
    var text = ""
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let end = ContinuousClock.now + .seconds(20)
    while !isEnough(text), ContinuousClock.now < end {
      var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&wanted, 1, 20) > 0 else {
        if let meanwhile { send(meanwhile) }
        continue
      }
      let count = recv(socket, &bytes, bytes.count, 0)
      guard count > 0 else { return (text, true) }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return (text, false)
  }

  /// Receives one response with a `Content-Length`.
  package func response() async -> String {
    await receive { text in
      guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
      let length = text[..<end.lowerBound].firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.1) } ?? 0
      return text[end.upperBound...].utf8.count >= length
    }.text
  }

  /// Sends a request and receives its response.
  package func ask(_ text: String) async -> String {
    send(text)
    return await response()
  }
}
