import Foundation

/// Writes JSON as bytes of UTF-8, front to back: without spaces, and with the keys in the order of the fields.
///
/// There is none to make: ``JSONCoding`` makes one, and hands it to the ``Payload`` that is written.
///
/// ```swift
/// json.beginObject()
/// try json.field("id", id)
/// try json.field("name", name)  // an optional: nothing for nil
/// json.endObject()
/// ```
public struct JSONWriter: ~Copyable {
  /// The bytes, in memory of the writer's own.
  @usableFromInline var base: UnsafeMutablePointer<UInt8>
  /// How many bytes are written.
  @usableFromInline var count = 0
  /// How many bytes there is room for. Zero when the memory has got another owner.
  @usableFromInline var capacity: Int
  /// What does not change while a document is written.
  let settings: JSONSettings

  init(settings: JSONSettings) {
    self.settings = settings
    capacity = 1024
    base = Self.memory(malloc(capacity))
  }

  deinit {
    if capacity > 0 { free(base) }
  }
}

extension JSONWriter {
  /// Makes room for so many more bytes.
  @inlinable @inline(__always)
  mutating func reserve(_ length: Int) {
    if capacity &- count < length { grow(by: length) }
  }

  @usableFromInline @inline(never)
  mutating func grow(by length: Int) {
    // More memory than there are addresses is asked for by no value that is in memory; the sum would trap.
    capacity = max(capacity * 2, count + length)
    base = Self.memory(realloc(base, capacity))
  }

  private static func memory(_ pointer: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8> {
    guard let pointer else { preconditionFailure("There is no memory left to write JSON into.") }
    return pointer.assumingMemoryBound(to: UInt8.self)
  }

  /// Hands the memory over. Nothing can be written any more.
  mutating func takeData() -> Data {
    // Something may stand behind the value of the document.
    if count > 0, base[count - 1] == UInt8(ascii: ",") { count -= 1 }
    defer {
      capacity = 0
      count = 0
    }
    return Data(bytesNoCopy: base, count: count, deallocator: .free)
  }

  /// An error with its path.
  func located(_ error: JSONError) -> JSONError {
    var paths = PathFinder()
    let written = UnsafeBufferPointer(start: UnsafePointer(base), count: count)
    return JSONError(error.problem, offset: error.offset, path: paths.path(to: error.offset, in: written, settings))
  }

  /// The error for a value that has no form in JSON.
  ///
  /// - Parameter expected: what has one, in English, for a log: `a finite number`.
  public func invalid(expected: String) -> JSONError {
    JSONError(.invalid(expected), offset: count)
  }

  /// Writes a byte.
  @inlinable @inline(__always)
  mutating func put(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  /// Writes bytes as they are.
  @inlinable
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    UnsafeMutableRawPointer(base + count).copyMemory(from: source, byteCount: bytes.count)
    count &+= bytes.count
  }

  /// Writes a constant text as it is.
  @inlinable @inline(__always)
  mutating func put(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    UnsafeMutableRawPointer(base + count).copyMemory(from: text.utf8Start, byteCount: length)
    count &+= length
  }
}

@available(*, unavailable)
extension JSONWriter: Sendable {}
