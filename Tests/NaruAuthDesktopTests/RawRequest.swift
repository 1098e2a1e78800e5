import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Android)
  import Android
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Sends bytes to a port of this machine, and reads until the server closes the connection; `nil` if none listens.
func send(_ text: String, to port: Int) async -> String? {
  await withCheckedContinuation { continuation in
    DispatchQueue.global().async { continuation.resume(returning: exchange(text, port)) }
  }
}

/// Opens a connection without sending anything; `nil` if no server listens.
func connection(to port: Int) -> Int32? {
  #if canImport(Glibc)
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  #else
    let number = socket(AF_INET, SOCK_STREAM, 0)
  #endif
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard result == 0 else {
    close(number)
    return nil
  }
  return number
}

private func exchange(_ text: String, _ port: Int) -> String? {
  guard let number = connection(to: port) else { return nil }
  defer { close(number) }
  let bytes = Array(text.utf8)
  var sent = 0
  while sent < bytes.count {
    #if canImport(Darwin)
      let count = bytes[sent...].withUnsafeBytes { send(number, $0.baseAddress, $0.count, 0) }
    #else
      let count = bytes[sent...].withUnsafeBytes { send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    #endif
    guard count > 0 else { break }
    sent += count
  }
  var answer = Data()
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = recv(number, &buffer, buffer.count, 0)
    guard count > 0 else { break }
    answer += buffer[..<count]
  }
  return String(decoding: answer, as: UTF8.self)
}
