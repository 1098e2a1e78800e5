import Catalogue
import Foundation
import Storage
import StorageTesting
import Testing

@Suite struct SearchTests {
  private static let titles = [
    "해리 포터와 마법사의 돌 / 조앤 K. 롤링 지음", "클린 코드 / 로버트 C. 마틴", "(중학교) 국어 :자습서 / 전경원,윤지형", "클린 아키텍처 / 로버트 C. 마틴",
    "값진 하루", "Python 완전 정복 / 김파이", "영어 Ⅱ", "과학의 역사", "café 이야기", "악사의 노래", "C++ 100%_정복 \"별\"",
  ]

  /// A query and how the titles that it finds begin.
  @Test(
    arguments: [
      // Spaces, and any part of a title.
      ("클린코드", ["클린 코드"]), ("클린 코드", ["클린 코드"]), ("코드", ["클린 코드"]), ("드", ["클린 코드"]), ("린 코", ["클린 코드"]),
      // Initials, alone and mixed with syllables.
      ("ㅎㄹㅍㅌ", ["해리"]), ("해리ㅍㅌ", ["해리"]), ("ㅎ리포ㅌ", ["해리"]), ("해ㄹ포터", ["해리"]), ("ㅎㅐ리", ["해리"]), ("ㅋㄷ", ["클린 코드"]),
      ("ㄱㅎㅇㅇ", ["과학"]), ("ㅂㅈ", []), ("ㄱ사", []), ("ㅄ", ["해리"]), ("ㅍ", ["해리", "Python"]),
      // Half-typed syllables: the final is the next onset, more of a vowel or of a final follows.
      ("해리포ㅌ", ["해리"]), ("해리퐅", ["해리"]), ("해ㄹ", ["해리"]), ("해리포터와마버", ["해리"]), ("롤리", ["해리"]),
      ("갑", ["값진"]), ("값ㅈ", ["값진"]), ("값지", ["값진"]), ("갑진", []), ("고", ["과학"]), ("고학", []), ("콬", []),
      // Width, case and normal form.
      ("python", ["Python"]), ("ＰＹＴＨＯＮ", ["Python"]), ("pyth", ["Python"]), ("영어II", ["영어"]), ("영어 2", []),
      ("CAFÉ", ["café"]), ("cafe\u{301}", ["café"]),
      ("\u{1112}\u{1162}\u{1105}\u{1175}", ["해리"]), ("해리포\u{1110}", ["해리"]),
      // Headings and several people.
      ("중학교국어자습서", ["(중학교)"]), ("국어자습", ["(중학교)"]), ("윤지", ["(중학교)"]), ("원윤", []),
      // Words in any order, in the title and the author.
      ("돌 해리", ["해리"]), ("롤링 포터", ["해리"]), ("포터, 롤ㄹ", ["해리"]), ("포터 롤리", ["해리"]), ("포터 없는말", []),
      // Marks that mean something to SQL or to FTS5 are only text.
      ("100%", ["C++"]), ("_정복", ["Python", "C++"]), ("\"별\"", ["C++"]), ("title : 코드", []), ("코드*", ["클린 코드"]),
      ("'; DROP TABLE book; --", []), ("코드 OR 하루", []), ("^코드", ["클린 코드"]), ("¡클린", ["클린 코드", "클린 아"]),
      // Nothing to search for, or nothing like it.
      ("", []), ("  ?!… ", []), ("*", []), ("👩‍👩‍👧", []), ("\u{0}", []), ("코드\u{0}", ["클린 코드"]), ("שלום", []), ("ㅏ", []),
    ] as [(String, [String])]
  )
  func findsWhatWasTyped(query: String, beginnings: [String]) async throws {
    let found = try await Shelf(titles: Self.titles).titles(query)
    #expect(found.count == beginnings.count, "found \(found)")
    #expect(beginnings.allSatisfy { start in found.contains { $0.hasPrefix(start) } }, "found \(found)")
  }

  /// The first three are titles of the shipped catalogue.
  @Test(
    arguments: [
      ("인(仁)의 재발견 :사랑과 협력의 근거", ["인의재발견", "인의 재발견", "인仁의재발견", "ㅇㅇㅈㅂㄱ", "인의재바"]),
      ("금속기사(가공분야) 문제와 해설:100% 적중을 위한 합격교재", ["금속기사문제와해설", "기사문제", "가공분야", "ㄱㅅㅁㅈ"]),
      ("국가계약(질의회신)유권해석집 :공사, 물품, 용역", ["ㄱㄱㄱㅇㅇㄱㅎㅅㅈ", "국가계약유권해석집", "질의회신유권", "계약ㅇㄱ"]),
      ("〔개정판〕 [2판] 민법(총칙(상))강의", ["민법강의", "민법총칙상강의", "개정판2판민법"]), ("(중학교) 국어(상) 자습서", ["국어자습서", "중학교국어상", "국어상자습서"]),
      ("열린 (괄호 책", ["열린괄호책"]), ("닫힌) 괄호] 책", ["닫힌괄호책"]), ("(전체)", ["전체"]), ("엇[갈(린]괄)호", ["엇괄호", "엇갈린괄호"]),
    ]
  )
  func bracketsHideNothing(title: String, queries: [String]) async throws {
    let shelf = try Shelf(titles: [title])
    for query in queries { #expect(try await shelf.titles(query).contains(title), "\(query)") }
  }

  @Test func aTitleThatEqualsTheTextWithoutBracketsComesFirst() async throws {
    let order = ["인의 재발견", "인(仁)의 재발견", "인의 재발견 이야기", "새로운 인(仁)의 재발견"]
    #expect(try await Shelf(titles: order.reversed()).titles("인의재발견") == order)
  }

  @Test func completionIsUsedOnlyIfNothingMatchesAsTyped() async throws {
    #expect(try await Shelf(titles: ["코든", "코드 이야기"]).titles("코드") == ["코드 이야기"])
    #expect(try await Shelf(titles: ["코든", "콛"]).titles("코드") == ["코든"])
    #expect(try await Shelf(titles: ["코든", "무제 / 코드"]).titles("코드") == ["무제"])
  }

  @Test func accuracyPutsTheTitleBeforeItsBeginningItsMiddleAndTheAuthor() async throws {
    let order = [
      "코드", "(입문) 코드", "코드 :부제목", "코드 완전 정복", "(코드 따라) 걷기", "새 코드", "아주 긴 제목의 새 코드", "별 / 코드",
    ]
    let few = try await Shelf(titles: order.reversed()).titles("코드")
    #expect(few == order.map { $0.components(separatedBy: " / ")[0] })
  }

  @Test(arguments: [0, 40, 60, 300])
  func theOrderDoesNotDependOnTheNumberOfBooks(others: Int) async throws {
    let order = ["윤리", "(고등학교 교과서) 윤리", "윤리 :사회탐구", "(윤리 교과서) 도덕", "새 윤리"]
    // A shorter title than that of the series, which begins with the word.
    let many = (0..<others).map { "윤리 이야기와 다른 이야기 \($0)" }
    let found = try await Shelf(titles: many + order.reversed()).titles("윤리")
    #expect(Array(found.prefix(3)) == Array(order.prefix(3)))
    for text in ["ㅇㄹ", "ㅇ리", "윤ㄹ"] {
      #expect(try await Shelf(titles: many + order.reversed()).titles(text).prefix(3) == order.prefix(3), "\(text)")
    }
  }

  @Test(
    arguments: [
      (CatalogueQuery.Field.title, ["가을 노래"]), (.author, ["봄"]), (.publisher, ["여름"]), (.keyword, ["가을 노래", "봄"]),
    ] as [(CatalogueQuery.Field, [String])]
  )
  func fieldSelectsWhereToSearch(field: CatalogueQuery.Field, expected: [String]) async throws {
    let shelf = try Shelf()
    try shelf.importCSV(
      "isbn13,title,author,publisher\n\(Shelf.isbn(0)),가을 노래,김,나무\n\(Shelf.isbn(1)),봄,이가을,숲\n\(Shelf.isbn(2)),여름,박,도서출판 가을"
    )
    for text in ["가을", "ㄱㅇ", "가ㅇ", "가으"] {
      #expect(Set(try await shelf.titles(text, field: field)) == Set(expected), "\(text)")
    }
  }

  @Test func sortsByDateAndTitle() async throws {
    let shelf = try Shelf()
    let rows = [("다 책", ""), ("(시리즈) 나 책", "1999"), ("라 책", "2020-05-01"), ("가 책", "2020-01-31"), ("A 책", "")]
    try shelf.importCSV(
      "isbn13,title,pub_date\n" + rows.enumerated().map { "\(Shelf.isbn($0)),\($1.0),\($1.1)" }.joined(separator: "\n")
    )
    for text in ["책", "ㅊ"] {
      #expect(
        try await shelf.titles(text, sort: .publicationDate) == ["라 책", "가 책", "(시리즈) 나 책", "다 책", "A 책"]
      )
      #expect(try await shelf.titles(text, sort: .title) == ["A 책", "가 책", "(시리즈) 나 책", "다 책", "라 책"])
    }
  }

  @Test(arguments: [30, 130], CatalogueQuery.Sort.allCases)
  func pagesShowEveryBookOnce(count: Int, sort: CatalogueQuery.Sort) async throws {
    let shelf = try Shelf(titles: (0..<count).map { "책 \($0) / 작가" })
    var seen: [String] = []
    for page in 1...(count / 7 + 2) {
      let result = try await shelf.catalogue.search(CatalogueQuery("책", sort: sort, page: page, pageSize: 7))
      #expect(result.total == count && result.page == page && result.pageSize == 7)
      seen += result.books.map(\.isbn13)
    }
    #expect(seen.count == count && Set(seen).count == count)
  }

  @Test func onsetsAroundSyllablesRankTheTitleBeforeItsBeginning() async throws {
    let order = ["어이", "(옛) 아이", "아이 책", "어이구 저런", "작은 아이"]
    let many = (0..<60).map { "아주 큰 아이 \($0)" }
    #expect(try await Array(Shelf(titles: many + order.reversed()).titles("ㅇ이").prefix(5)) == order)
    #expect(try await Array(Shelf(titles: many + order.reversed()).titles("ㅇ이ㅊ")) == ["아이 책"])
  }

  @Test(arguments: [(0, 10), (-1, 10), (1, 0), (1, 51), (Int.max, 50), (Int.min, 1)])
  func pageOutOfRangeIsAnError(page: Int, pageSize: Int) async throws {
    let shelf = try Shelf(titles: ["책"])
    await #expect(throws: CatalogueError.self) {
      try await shelf.catalogue.search(CatalogueQuery("책", page: page, pageSize: pageSize))
    }
  }

  @Test(arguments: ["가", "ㅎ", "a", "\"", "가 ", "ㅎ가", "\u{301}", "😀", "ㅏ"])
  func tenThousandCharactersFindNothing(unit: String) async throws {
    #expect(try await Shelf(titles: Self.titles).titles(String(repeating: unit, count: 10_000)) == [])
  }

  @Test func numberFindsItsBook() async throws {
    let shelf = try Shelf(titles: ["첫째", "1984"])
    let isbn = Shelf.isbn(0)
    let hyphenated = "\(isbn.prefix(3))-\(isbn.dropFirst(3).prefix(2))-\(isbn.dropFirst(5))"
    for text in [isbn, hyphenated] {
      #expect(try await shelf.titles(text) == ["첫째"])
      #expect(try await shelf.catalogue.search(CatalogueQuery(text, field: .title)).books.map(\.title) == ["첫째"])
      #expect(try await shelf.catalogue.book(id: text)?.title == "첫째")
    }
    #expect(try await shelf.catalogue.search(CatalogueQuery("1984", field: .title)).total == 1)
    #expect(try await shelf.catalogue.search(CatalogueQuery("첫", field: .title)).total == 1)
    #expect(try await shelf.catalogue.search(CatalogueQuery(Shelf.isbn(5), field: .title)).total == 0)
    #expect(try await shelf.catalogue.search(CatalogueQuery("1234567890123", field: .title)).total == 0)
    #expect(try await shelf.catalogue.book(id: "첫째") == nil)
  }
}
