import Pictures

extension Cover {
  /// Returns a cover as a PNG picture, without a string. The width in pixels is at least 1, and the height 22/15 of it.
  public static func png(for book: CatalogueBook, width: Int) -> [UInt8] {
    let shapes = shapes(for: book)
    let height = (width * Self.height + Self.width / 2) / Self.width
    var palette = Palette()
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height)
    var row: [UInt8] = []
    var band: [Bool] = []
    for y in 0..<height {
      let unit = y * Self.height / height
      let isHere = shapes.map { ($0.y..<($0.y + $0.height)).contains(unit) }
      // Between the edges of the shapes all rows are equal.
      if isHere != band {
        band = isHere
        row = Self.row(of: zip(shapes, isHere).filter(\.1).map(\.0), width: width, &palette)
      }
      pixels += row
    }
    return PNG.picture(width: width, height: height, palette: palette.colors, pixels: pixels)
  }

  private static func row(of shapes: [Shape], width: Int, _ palette: inout Palette) -> [UInt8] {
    (0..<width).map { x in
      let unit = x * Self.width / width
      return palette.index(
        of: shapes.reduce(0) { below, shape in
          (shape.x..<(shape.x + shape.width)).contains(unit) ? shape.painted(over: below) : below
        }
      )
    }
  }

  /// The colors of a picture. Few shapes overlap, so a byte suffices as an index.
  private struct Palette {
    private(set) var colors: [UInt32] = []

    mutating func index(of color: UInt32) -> UInt8 {
      if let index = colors.firstIndex(of: color) { return UInt8(truncatingIfNeeded: index) }
      colors.append(color)
      return UInt8(truncatingIfNeeded: colors.count - 1)
    }
  }
}

extension Cover.Shape {
  /// Returns the color of the shape on another color.
  fileprivate func painted(over below: UInt32) -> UInt32 {
    [16, 8, 0].reduce(0) { result, shift in
      let mixed = (below >> shift & 0xFF) * (100 - percentOpaque) + (color >> shift & 0xFF) * percentOpaque
      return result | ((mixed + 50) / 100) << shift
    }
  }
}
