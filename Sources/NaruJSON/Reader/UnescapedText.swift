/// A growing UTF-8 buffer for a string without its escapes.
@safe
struct UnescapedText: ~Copyable {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    unsafe base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  /// The bytes.
  var span: Span<UInt8> {
    @_lifetime(borrow self)
    get { unsafe _overrideLifetime(UnsafeBufferPointer(start: base, count: count).span, borrowing: self) }
  }

  deinit { unsafe base.deallocate() }

  /// Adds bytes that are whole characters.
  @inline(__always)
  mutating func append(_ bytes: Span<UInt8>) {
    reserve(bytes.count)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      if let source = bytes.baseAddress { unsafe (base + count).update(from: source, count: bytes.count) }
    }
    count &+= bytes.count
  }

  /// Adds a Unicode scalar.
  @inline(__always)
  mutating func append(_ scalar: UInt32) {
    reserve(4)
    let end = unsafe base + count
    switch scalar {
    case ..<0x80:
      unsafe end[0] = UInt8(truncatingIfNeeded: scalar)
      count &+= 1
    case ..<0x800:
      unsafe end[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6)
      unsafe end[1] = Self.continuation(scalar)
      count &+= 2
    case ..<0x10000:
      unsafe end[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12)
      unsafe end[1] = Self.continuation(scalar &>> 6)
      unsafe end[2] = Self.continuation(scalar)
      count &+= 3
    default:
      unsafe end[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
      unsafe end[1] = Self.continuation(scalar &>> 12)
      unsafe end[2] = Self.continuation(scalar &>> 6)
      unsafe end[3] = Self.continuation(scalar)
      count &+= 4
    }
  }

  @inline(__always)
  private static func continuation(_ bits: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | bits & 0x3F) }

  @inline(__always)
  private mutating func reserve(_ length: Int) {
    if count &+ length > capacity { grow(length) }
  }

  @inline(never)
  private mutating func grow(_ length: Int) {
    capacity = max(2 &* capacity, count &+ length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = larger
  }
}
