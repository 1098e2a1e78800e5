import Catalogue
import Testing

@Suite struct BookTests {
  @Test(arguments: [
    ("9788900059526", "9788900059526"), ("978-89-00-05952-6", "9788900059526"), ("89 00 05952 X", nil),
    ("0-306-40615-2", "9780306406157"), ("080442957X", "9780804429573"), ("080442957x", "9780804429573"),
    ("9788900059527", nil), ("9778900059522", nil), ("978890005952", nil), ("", nil), ("97889000595261", nil),
    ("９７８８９０００５９５２６", nil), ("978X900059526", nil),
  ])
  func isbnIsReadWithHyphensAndTenDigits(text: String, isbn: String?) {
    #expect(ISBN(text)?.text == isbn)
  }

  @Test(
    arguments: [
      ("9780306406157", "0306406152"), ("9780804429573", "080442957X"), ("9791158391409", nil),
    ] as [(String, String?)]
  )
  func isbnHasAFormWithTenDigitsOrNone(isbn: String, ten: String?) throws {
    let isbn = try #require(ISBN(isbn))
    #expect(isbn.ten == ten)
    if let ten { #expect(ISBN(ten) == isbn) }
  }

  @Test func booksAreFoundByAllTheirIdentifiersAtOnce() async throws {
    let catalogue = try Shelf(titles: ["하나", "둘", "셋"]).catalogue
    let first = try #require(ISBN(Shelf.isbn(0)))
    let books = try await catalogue.books(ids: [first.bookID, Shelf.isbn(2), "nothing", Shelf.isbn(9)])
    #expect(books.mapValues(\.title) == [first.bookID: "하나", Shelf.isbn(2): "셋"])
  }

  @Test func identifierIsAUUIDOfVersion8AndGoesBothWays() throws {
    let isbn = try #require(ISBN("9788900059526"))
    #expect(isbn.bookID == "6e617275-0000-8000-8978-008900059526")
    #expect(ISBN(bookID: isbn.bookID.uppercased()) == isbn)
    let other = try #require(ISBN(Shelf.isbn(7)))
    #expect(ISBN(bookID: other.bookID) == other)
  }

  @Test(arguments: [
    "", "9788900059526", "6e617275-0000-8000-8978-008900059527", "6e617275-0000-8000-8978-018900059526",
    "6e617275-0000-8000-8977-008900059526", "6e617275-0000-8000-8978-00890005952a",
    "7e617275-0000-8000-8978-008900059526", "6e617275-0000-8000-8978-008900059526 ",
  ])
  func otherTextIsNotAnIdentifier(text: String) {
    #expect(ISBN(bookID: text) == nil)
  }

  @Test(
    arguments: [
      ("소리 없는 연주회", "소리 없는 연주회", nil, nil),
      ("자동차 :달리는 기계", "자동차", "달리는 기계", nil),
      ("고대:B.C. 300년경", "고대", "B.C. 300년경", nil),
      ("골프=Golf manual", "골프", nil, "Golf manual"),
      ("만남 :한국과 몽골 =Meeting : two", "만남", "한국과 몽골", "Meeting : two"),
      ("온택트 - 빠르게 끝낸다", "온택트", "빠르게 끝낸다", nil),
      ("산행 (마5:1)", "산행 (마5:1)", nil, nil), ("10:10 운동", "10:10 운동", nil, nil),
      ("E=mc2", "E=mc2", nil, nil), ("1+1=2", "1+1=2", nil, nil), ("1950 - 1960", "1950 - 1960", nil, nil),
      ("제목 :", "제목 :", nil, nil), (": 제목", ": 제목", nil, nil), ("열린 (괄호 :안", "열린 (괄호 :안", nil, nil),
    ] as [(String, String, String?, String?)]
  )
  func titleIsSplitWhereItIsClear(title: String, main: String, subtitle: String?, parallel: String?) {
    let parts = TitleParts(title)
    #expect(parts.main == main)
    #expect(parts.subtitle == subtitle)
    #expect(parts.parallel == parallel)
  }

  @Test func headingIsSeparateFromTheTitleProper() {
    let parts = TitleParts("(중학교) 국어 :자습서")
    #expect(parts.main == "(중학교) 국어")
    #expect(parts.heading == "중학교")
    #expect(parts.proper == "국어")
    #expect(TitleParts("(전체)").proper == "(전체)")
  }

  @Test(arguments: [("005.43", "총류"), ("100", "철학"), ("813.6", "문학"), ("999", "역사"), ("", nil), ("Z", nil)])
  func classHasAKoreanName(kdc: String, name: String?) throws {
    let book = CatalogueBook(isbn: try #require(ISBN("9788900059526")), title: "책", kdc: kdc)
    #expect(book.category == name)
  }
}
