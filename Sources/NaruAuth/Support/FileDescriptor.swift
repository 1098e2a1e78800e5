import Foundation

/// The error of a system call.
package struct SystemError: Error, CustomStringConvertible {
  package let code: Int32
  package let call: String

  /// Creates the error of a call, by default with `errno`.
  package init(_ call: String, code: Int32? = nil) {
    self.call = call
    self.code = code ?? errno
  }

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// An open file, which is closed with this object.
package final class FileDescriptor: Sendable {
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  /// Opens a file, without following a link. Child processes don't inherit it.
  convenience init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    let number = retrying { open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode) }
    guard number >= 0 else { throw SystemError("open") }
    self.init(number)
  }

  deinit {
    close(number)
  }
}

/// Repeats a system call while a signal interrupts it.
package func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
