/// The text of a string without its escapes, as UTF-8 that grows.
struct UnescapedText {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  func deallocate() { base.deallocate() }

  /// Adds bytes that are whole characters.
  @inline(__always)
  mutating func append(_ bytes: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    (base + count).update(from: bytes, count: length)
    count &+= length
  }

  /// Adds a Unicode scalar.
  @inline(__always)
  mutating func append(_ scalar: UInt32) {
    reserve(4)
    let end = base + count
    switch scalar {
    case ..<0x80:
      end[0] = UInt8(truncatingIfNeeded: scalar)
      count &+= 1
    case ..<0x800:
      end[0] = UInt8(truncatingIfNeeded: 0xC0 | scalar &>> 6)
      end[1] = Self.continuation(scalar)
      count &+= 2
    case ..<0x10000:
      end[0] = UInt8(truncatingIfNeeded: 0xE0 | scalar &>> 12)
      end[1] = Self.continuation(scalar &>> 6)
      end[2] = Self.continuation(scalar)
      count &+= 3
    default:
      end[0] = UInt8(truncatingIfNeeded: 0xF0 | scalar &>> 18)
      end[1] = Self.continuation(scalar &>> 12)
      end[2] = Self.continuation(scalar &>> 6)
      end[3] = Self.continuation(scalar)
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
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }
}
