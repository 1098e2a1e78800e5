import Foundation

/// A writer of JSON in UTF-8, from front to back: without spaces, and with the keys in the order in which they are
/// written.
///
/// You don't create a writer; ``JSONCoding`` passes one to the payload.
///
/// ```swift
/// json.beginObject()
/// try json.field("id", id)
/// try json.field("name", name)  // an optional: nothing for nil
/// json.endObject()
/// ```
@safe
public struct JSONWriter: ~Copyable {
  /// The bytes, in memory that the writer owns.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// The number of bytes written.
  @usableFromInline var count = 0
  /// The number of bytes allocated. Zero after the memory was passed on.
  @usableFromInline var capacity: Int
  let settings: JSONSettings

  init(settings: JSONSettings) {
    self.settings = settings
    capacity = 1024
    unsafe base = Self.memory(malloc(capacity))
  }

  deinit {
    if capacity > 0 { unsafe free(base) }
  }
}

extension JSONWriter {
  /// Makes room for `length` more bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ length: Int) {
    if capacity &- count < length { grow(by: length) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by length: Int) {
    // The sum can't overflow, because the value itself is in memory.
    capacity = max(capacity * 2, count + length)
    unsafe base = Self.memory(realloc(base, capacity))
  }

  private static func memory(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
    guard let pointer = unsafe pointer else { preconditionFailure("Out of memory while writing JSON.") }
    return unsafe pointer.assumingMemoryBound(to: UInt8.self)
  }

  /// Passes the memory on. The writer can't be used after this.
  mutating func takeData() -> Data {
    // The document's value may end with the comma of an element.
    if count > 0, unsafe base[count - 1] == UInt8(ascii: ",") { count -= 1 }
    defer {
      capacity = 0
      count = 0
    }
    return unsafe Data(bytesNoCopy: base, count: count, deallocator: .free)
  }

  /// Returns the error with its path.
  func located(_ error: JSONError) -> JSONError {
    var paths = PathFinder()
    let written = unsafe UnsafeBufferPointer(start: UnsafePointer(base), count: count)
    return unsafe JSONError(
      error.kind,
      offset: error.offset,
      path: paths.path(to: error.offset, in: written.span, settings)
    )
  }

  /// Returns the error for a value that JSON can't represent.
  ///
  /// - Parameter expected: The allowed values, in English, for a log: `a finite number`.
  /// - Returns: The error, to be thrown.
  public func invalid(expected: String) -> JSONError {
    JSONError(.invalid(expected), offset: count)
  }

  /// Writes a byte.
  @inlinable @inline(__always)
  mutating func put(_ byte: UInt8) {
    reserve(1)
    unsafe base[count] = byte
    count &+= 1
  }

  /// Writes bytes verbatim.
  @inlinable
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    unsafe UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }
}

@available(*, unavailable)
extension JSONWriter: Sendable {}
