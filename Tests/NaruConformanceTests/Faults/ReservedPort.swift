import Foundation
import TestSupport

/// A port of this machine that is reserved while this object exists.
///
/// Its socket is bound but does not listen, so connections are refused while the server does not listen. Without it, the system could
/// give the port of a stopped server to another process, or to the client.
final class ReservedPort: Sendable {
  /// The socket option that lets a listener share the port.
  static let reuse = CInt(SO_REUSEPORT)

  let number: Int
  private let socket: CInt

  init() throws {
    socket = Foundation.socket(AF_INET, streamSocket, 0)
    // Systems differ in which of the two options they require.
    for option in [SO_REUSEADDR, Self.reuse] {
      var isOn: CInt = 1
      setsockopt(socket, SOL_SOCKET, option, &isOn, socklen_t(MemoryLayout<CInt>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { [socket] pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && getsockname(socket, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    number = Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    close(socket)
  }
}
