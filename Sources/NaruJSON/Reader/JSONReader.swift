/// Reads JSON from bytes of UTF-8, front to back: a cursor and no tree.
///
/// There is none to make: ``JSONCoding`` makes one, and hands it to the ``Payload`` that is read. A reader stands in front
/// of a value, and reading the value moves it behind. It reads JSON as RFC 8259 has it, and nothing else.
///
/// No access leaves the bytes: every one is compared with their number first, and what is behind them reads as a zero byte,
/// which is no part of JSON.
public struct JSONReader: ~Copyable {
  /// The bytes that the cursor is in: the document's, or for a moment those of a key that is written in an unusual way.
  @usableFromInline var base: UnsafePointer<UInt8>
  /// How many bytes there are at `base`.
  @usableFromInline var count: Int
  /// The cursor: the offset of the next byte to be read. Never negative.
  @usableFromInline var position = 0
  /// How many more levels of nesting are allowed.
  @usableFromInline var depth: Int
  /// The way back to the document, while the cursor is in a key.
  var detour: Detour?
  /// Made when the first path is asked for that is not the last.
  var paths: PathFinder?
  /// What does not change while a document is read.
  let settings: JSONSettings

  /// A reader of bytes that outlive it.
  init(base: UnsafePointer<UInt8>, count: Int, settings: JSONSettings) {
    self.base = base
    self.count = count
    self.settings = settings
    depth = settings.limits.depth
  }

  deinit {
    detour?.key.deallocate()
  }
}

extension JSONReader {
  /// Goes to the document's value.
  mutating func begin() {
    // A byte order mark says nothing that is not known, and is no error for Foundation either.
    _ = take("\u{FEFF}")
    skipSpace()
  }

  /// Makes sure that nothing is behind the document's value.
  mutating func end() throws(JSONError) {
    skipSpace()
    guard position == count else { throw syntax(.end) }
  }

  /// The byte at an offset, and zero behind the last one.
  @inlinable @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? base[offset] : 0
  }

  /// Goes on to the next byte that is no white space.
  @inlinable @inline(__always)
  mutating func skipSpace() {
    if byte(at: position) <= 0x20 { skipSpaceSlowly() }
  }

  /// The rest of `skipSpace`. A key that was matched ends here, and the cursor returns to the document.
  @usableFromInline @inline(never)
  mutating func skipSpaceSlowly() {
    if detour != nil, position >= count { leaveDetour() }
    while true {
      switch byte(at: position) {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Whether the bytes at the cursor are these. Goes behind them if so.
  @inlinable @inline(__always)
  mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count &- position >= length, Self.equal(base + position, text.utf8Start, length) else { return false }
    position &+= length
    return true
  }

  /// Whether so many bytes are the same. Loads several at a time, which for a constant number become comparisons with
  /// constants.
  @inlinable @inline(__always)
  static func equal(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
    if length >= 8 {
      var offset = 0
      while offset &+ 8 <= length {
        guard same(left, right, offset, UInt64.self) else { return false }
        offset &+= 8
      }
      return same(left, right, length &- 8, UInt64.self)
    }
    if length >= 4 { return same(left, right, 0, UInt32.self) && same(left, right, length &- 4, UInt32.self) }
    if length >= 2 { return same(left, right, 0, UInt16.self) && same(left, right, length &- 2, UInt16.self) }
    return length == 0 || same(left, right, 0, UInt8.self)
  }

  @inlinable @inline(__always)
  static func same<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: UnsafeRawPointer,
    _ right: UnsafeRawPointer,
    _ offset: Int,
    _ word: Word.Type
  ) -> Bool {
    left.loadUnaligned(fromByteOffset: offset, as: word) == right.loadUnaligned(fromByteOffset: offset, as: word)
  }
}

extension JSONReader {
  /// Whether the value is `null`. Goes behind it if so.
  ///
  /// - Throws: ``JSONError`` for another word that begins like it.
  @inlinable
  public mutating func takeNull() throws(JSONError) -> Bool {
    guard byte(at: position) == UInt8(ascii: "n") else { return false }
    guard take("null") else { throw mismatch(Never.self) }
    return true
  }

  /// Reads `true` or `false`.
  ///
  /// - Throws: ``JSONError`` if the value is something else.
  public mutating func bool() throws(JSONError) -> Bool {
    if take("true") { return true }
    if take("false") { return false }
    throw mismatch(Bool.self)
  }
}

@available(*, unavailable)
extension JSONReader: Sendable {}
