import Catalogue
import Testing

@Suite struct CoverFileTests {
  @Test func aFileHasThePathThatItIsReadFrom() throws {
    let isbn = try #require(ISBN("9788900059526"))
    #expect(CoverFile(isbn).path == "/covers/9788900059526.png")
    #expect(CoverFile(isbn, .largePNG).path == "/covers/9788900059526-600.png")
    for format in CoverFile.Format.allCases {
      let file = CoverFile(isbn, format)
      #expect(CoverFile(path: file.path) == file)
    }
    #expect(CoverFile(path: "/covers/978-89-00-05952-6.png")?.bookID == "978-89-00-05952-6")
  }

  @Test(arguments: [
    "", "/", "/covers", "/covers/", "/covers/.png", "/covers/-600.png", "/covers/a/b.png", "/covers/9788900059526.svg",
    "/cover/9788900059526.png", "/covers/9788900059526",
  ])
  func otherPathsAreNotCovers(path: String) {
    #expect(CoverFile(path: path) == nil)
  }
}
