import Catalogue
import Testing
import Zlib

/// The pictures, read by a decoder of the tests: chunks with their checksums, and the pixels.
@Suite struct PNGTests {
  private struct Picture {
    var width = 0
    var height = 0
    var palette: [[UInt8]] = []
    var pixels: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
      func number(_ offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
      try #require(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      var offset = 8
      var types: [String] = []
      var data: [UInt8] = []
      while offset < bytes.count {
        let length = number(offset)
        let checked = Array(bytes[(offset + 4)..<(offset + 8 + length)])
        try #require(crc32(0, checked, UInt32(checked.count)) == UInt(number(offset + 8 + length)))
        let content = Array(checked.dropFirst(4))
        types.append(String(decoding: checked.prefix(4), as: UTF8.self))
        switch types.last {
        case "IHDR":
          (width, height) = (number(offset + 8), number(offset + 12))
          try #require(content.dropFirst(8) == [8, 3, 0, 0, 0])
        case "PLTE": palette = stride(from: 0, to: length, by: 3).map { Array(content[$0..<($0 + 3)]) }
        case "IDAT": data += content
        default: break
        }
        offset += 12 + length
      }
      try #require(types == ["IHDR", "PLTE", "IDAT", "IEND"])
      var size = UInt((width + 1) * height + 1)
      var rows = [UInt8](repeating: 0, count: Int(size))
      try #require(uncompress(&rows, &size, data, UInt(data.count)) == Z_OK)
      try #require(Int(size) == (width + 1) * height)
      for row in 0..<height {
        try #require(rows[row * (width + 1)] == 0)
        pixels += rows[(row * (width + 1) + 1)..<((row + 1) * (width + 1))]
      }
    }

    func color(_ x: Int, _ y: Int) -> [UInt8] { palette[Int(pixels[y * width + x])] }
  }

  private static func book(_ isbn: String = "9788900059526", kdc: String? = "813") throws -> CatalogueBook {
    CatalogueBook(isbn: try #require(ISBN(isbn)), title: "제목", kdc: kdc)
  }

  @Test(arguments: [(200, 293), (600, 880), (1, 1)])
  func aPictureIsWellFormed(width: Int, height: Int) throws {
    let picture = try Picture(Cover.png(for: Self.book(), width: width))
    #expect(picture.width == width && picture.height == height)
    #expect(picture.pixels.count == width * height)
    #expect(picture.pixels.allSatisfy { $0 < picture.palette.count })
  }

  /// Literature's color, the darker spine and the bar.
  @Test func aPictureHasTheColorsOfTheSubject() throws {
    let picture = try Picture(Cover.png(for: Self.book(), width: 600))
    #expect(picture.color(599, 0) == [0x27, 0x56, 0x6B])
    #expect(picture.color(0, 0) == [0x27, 0x56, 0x6B].map { UInt8((Double($0) * 0.82).rounded()) })
    #expect(picture.color(60, 170) == [0x27, 0x56, 0x6B].map { UInt8((Double($0) * 0.2 + 255 * 0.8).rounded()) })
  }

  @Test func picturesDifferByBookAndSubjectAndStayTheSame() throws {
    let pictures = try ["9788900059526", "9788966260959", "9788983920683"].map {
      Cover.png(for: try Self.book($0), width: 200)
    }
    #expect(Set(pictures).count == 3)
    #expect(Cover.png(for: try Self.book(), width: 200) == pictures[0])
    let subjects = try (0...9).map { Cover.png(for: try Self.book(kdc: "\($0)00"), width: 200) }
    #expect(Set(subjects).count == 10)
    #expect(pictures.allSatisfy { $0.count < 2_000 })
  }
}
