import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A port of the loopback address that nobody else gets as long as this lives.
///
/// Its socket is bound and does not listen, so that a connection is refused while nobody else listens at the port. Without
/// it, the port of a server that stopped could be given to another process, or to the very client that calls it.
final class ReservedPort: Sendable {
  /// The option with which a listener can have the port too.
  static let reuse = CInt(SO_REUSEPORT)

  let number: Int
  private let socket: CInt

  init() throws {
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #elseif canImport(Musl)
      let type = CInt(SOCK_STREAM)
    #else
      let type = CInt(SOCK_STREAM.rawValue)
    #endif
    #if canImport(Darwin)
      let socket = Darwin.socket(AF_INET, type, 0)
    #elseif canImport(Musl)
      let socket = Musl.socket(AF_INET, type, 0)
    #else
      let socket = Glibc.socket(AF_INET, type, 0)
    #endif
    guard socket >= 0 else { throw Self.error("socket") }
    self.socket = socket
    // Both, because systems differ in which of them they look at.
    for option in [SO_REUSEADDR, Self.reuse] {
      var isOn: CInt = 1
      setsockopt(socket, SOL_SOCKET, option, &isOn, socklen_t(MemoryLayout<CInt>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
    if !isBound {
      let error = Self.error("bind")
      close(socket)
      throw error
    }
  }

  deinit {
    close(socket)
  }

  private static func error(_ call: String) -> any Error {
    let number = errno
    return NSError(
      domain: NSPOSIXErrorDomain,
      code: Int(number),
      userInfo: [NSLocalizedDescriptionKey: "\(call) failed: \(String(cString: strerror(number)))"]
    )
  }
}
