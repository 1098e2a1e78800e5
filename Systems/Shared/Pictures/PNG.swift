import Zlib

/// A writer of PNG pictures (ISO/IEC 15948) with a palette of up to 256 colors.
package enum PNG {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Encodes a picture.
  package static func picture(width: Int, height: Int, palette: [UInt32], pixels: [UInt8]) -> [UInt8] {
    var rows: [UInt8] = []
    rows.reserveCapacity((width + 1) * height)
    for start in stride(from: 0, to: pixels.count, by: width) {
      // Each row begins with its filter: 0, none.
      rows.append(0)
      rows += pixels[start..<(start + width)]
    }
    // 8 bits for each pixel, indexed color, and the only methods of compression, filtering and order.
    let header = bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 3, 0, 0, 0]
    return signature + chunk("IHDR", header) + chunk("PLTE", palette.flatMap { bytes($0).dropFirst() })
      + chunk("IDAT", compressed(rows)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + content
    let sum = checked.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) }
    return bytes(UInt32(content.count)) + checked + bytes(UInt32(truncatingIfNeeded: sum))
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var size = compressBound(UInt(bytes.count))
    return Array(unsafeUninitializedCapacity: Int(size)) { buffer, count in
      let code = compress(buffer.baseAddress, &size, bytes, UInt(bytes.count))
      // The buffer is large enough by `compressBound`, so only missing memory is left.
      precondition(code == Z_OK, "zlib has no memory")
      count = Int(size)
    }
  }

  /// Four bytes, the highest first.
  private static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
