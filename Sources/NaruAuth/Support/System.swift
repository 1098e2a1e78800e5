#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says about a call that failed.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32
  let call: String

  init(_ call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  var description: String { "\(call): \(String(cString: strerror(code)))" }
}

/// An open file, which is closed with its owner.
final class FileDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  /// Opens a file that programs which are started from here don't get.
  ///
  /// - Throws: ``SystemError``.
  convenience init(_ path: String, _ flags: Int32, mode: mode_t = 0o600) throws(SystemError) {
    let number = retrying { open(path, flags | O_CLOEXEC | O_NOFOLLOW, mode) }
    guard number >= 0 else { throw SystemError("open") }
    self.init(number)
  }

  deinit {
    close(number)
  }
}

/// Makes a call again that a signal interrupted.
func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
