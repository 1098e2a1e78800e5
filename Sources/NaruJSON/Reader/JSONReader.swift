/// A cursor over a JSON document in UTF-8, which reads it from front to back without building a tree.
///
/// You don't create a reader; ``JSONCoding`` passes one to the payload. It points at a value; reading the value
/// advances it past the value. It accepts JSON as defined by RFC 8259, and nothing else.
///
/// Every access is checked against the number of bytes, and the compiler checks that the reader doesn't outlive them. Past the end it
/// reads a zero byte, which is not valid in JSON.
public struct JSONReader: ~Copyable, ~Escapable {
  /// The bytes of the document.
  let document: Span<UInt8>
  /// The bytes under the cursor: the document's, or temporarily a normalized copy of a key.
  @usableFromInline var bytes: Span<UInt8>
  /// The offset of the next byte to read. Never negative.
  @usableFromInline var position = 0
  /// The number of further levels of nesting that are allowed.
  @usableFromInline var depth: Int
  /// Whether the limits of fields are checked: a request's are, a response's are not.
  @usableFromInline var checksLimits = false
  /// Whether other forms of a value are read as well, after the value can't be read as it is.
  @usableFromInline var isLenient: Bool
  /// The key that the cursor is in while a normalized copy of it is compared.
  var escapedKey: EscapedKey?
  /// The bytes that were read more than once to find the type of a union without a tag.
  var retriedBytes = 0
  /// The number of fields that no type declares.
  var unknownFields = 0
  /// The ends of values that were skipped to find the case of a union.
  var skipped = SkippedValues()
  /// The offsets of escapes with half a surrogate pair.
  var loneSurrogates: [Int] = []
  /// The finder of paths. It is reused, because later places are found from where it stopped.
  var paths: PathFinder?
  let settings: JSONSettings

  /// Creates a reader of a document.
  @_lifetime(copy document)
  init(_ document: Span<UInt8>, settings: JSONSettings) {
    self.document = document
    bytes = document
    self.settings = settings
    depth = settings.limits.depth
    isLenient = settings.isLenient
  }

  deinit {
    unsafe escapedKey?.key.deallocate()
  }
}

extension JSONReader {
  /// The number of bytes under the cursor.
  @inlinable @inline(__always)
  var count: Int { bytes.count }

  /// Returns some bytes as a number. The caller has checked that they are there.
  @unsafe @inlinable @inline(__always)
  func word<Word: FixedWidthInteger & BitwiseCopyable>(at offset: Int, _ type: Word.Type) -> Word {
    unsafe bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type)
  }

  /// Advances to the document's value.
  mutating func begin() {
    // Foundation ignores a byte order mark too.
    _ = take("\u{FEFF}")
    skipSpace()
  }

  /// Checks that nothing follows the document's value.
  mutating func end() throws(JSONError) {
    skipSpace()
    guard position == count else { throw syntax(.end) }
  }

  /// Returns the byte at an offset, or zero past the end.
  @inlinable @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    offset < count ? unsafe bytes[unchecked: offset] : 0
  }

  /// Advances to the next byte that is not white space.
  @inlinable @inline(__always)
  mutating func skipSpace() {
    if byte(at: position) <= 0x20 { skipSpaceSlowly() }
  }

  /// The slow path of `skipSpace`. After a match in a normalized key it returns the cursor to the document.
  @usableFromInline @inline(never)
  mutating func skipSpaceSlowly() {
    if escapedKey != nil, position >= count { leaveEscapedKey() }
    while true {
      switch byte(at: position) {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  /// Advances past a string if the bytes at the cursor are equal to it, and returns whether they are.
  @inlinable @inline(__always)
  mutating func take(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    guard count &- position >= length, unsafe equal(position, text.utf8Start, length) else { return false }
    position &+= length
    return true
  }

  /// Compares `length` bytes. The caller has checked that they are there. Loads several at a time; with a constant length these become
  /// comparisons with constants.
  @inlinable @inline(__always)
  func equal(_ left: Int, _ right: UnsafePointer<UInt8>, _ length: Int) -> Bool {
    let right = unsafe UnsafeRawPointer(right)
    if length >= 8 {
      var offset = 0
      while offset &+ 8 <= length {
        guard unsafe same(left, right, offset, UInt64.self) else { return false }
        offset &+= 8
      }
      return unsafe same(left, right, length &- 8, UInt64.self)
    }
    if length >= 4 { return unsafe same(left, right, 0, UInt32.self) && same(left, right, length &- 4, UInt32.self) }
    if length >= 2 { return unsafe same(left, right, 0, UInt16.self) && same(left, right, length &- 2, UInt16.self) }
    return unsafe length == 0 || same(left, right, 0, UInt8.self)
  }

  @inlinable @inline(__always)
  func same<Word: FixedWidthInteger & BitwiseCopyable>(
    _ left: Int,
    _ right: UnsafeRawPointer,
    _ offset: Int,
    _ word: Word.Type
  ) -> Bool {
    unsafe self.word(at: left &+ offset, word) == right.loadUnaligned(fromByteOffset: offset, as: word)
  }
}

extension JSONReader {
  /// Advances past the value if it is `null`, and returns whether it is.
  @inlinable
  mutating func skipNull() throws(JSONError) -> Bool {
    guard byte(at: position) == UInt8(ascii: "n") else { return false }
    guard take("null") else { throw mismatch(Never.self) }
    return true
  }

  /// Reads `true` or `false`.
  @usableFromInline
  mutating func bool() throws(JSONError) -> Bool {
    if take("true") { return true }
    if take("false") { return false }
    if isLenient, let value = try lenientBool() { return value }
    throw mismatch(Bool.self)
  }
}

@available(*, unavailable)
extension JSONReader: Sendable {}
