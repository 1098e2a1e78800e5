public import Naru

/// The most borrowed books of Konkuk University's library, open to everyone.
@API("/pyxis-api/1", format: KonkukFormat.self, auth: .none)
public struct PopularBooks: Sendable {
  /// Returns the most borrowed books of one category or of all, in some months or in all. A list has no books without
  /// loans.
  ///
  /// `max` is 1…100 (default: 10). `biblioType` is passed on unchanged.
  @GET(
    "/biblio-type-popular-charged-books?max={max}&biblioType={biblioType}&classNo={category}",
    constraints: ["max": .range(1...100)]
  )
  public var mostBorrowed:
    @Sendable (
      _ max: Int?, _ biblioType: CommaDelimited<[String]>?, _ category: BookCategory?, _ months: Query<LoanMonths>?
    )
      async throws -> PopularBookList
}

extension PopularBooks {
  /// Serves ten fixed books for every request. Their loan counts are made up.
  public static var preview: PopularBooks {
    PopularBooks(mostBorrowed: { max, _, _, _ in PopularBookList(Array(PopularBook.samples.prefix(max ?? 10))) })
  }
}

extension PopularBook {
  /// Ten existing books with made-up ids and loan counts.
  public static let samples: [PopularBook] = [
    ("어린 왕자", "생텍쥐페리 지음 ;황현산 옮김", "열린책들", "9788932917245"),
    ("데미안", "헤르만 헤세 지음 ;전영애 옮김", "민음사", "9788937460449"),
    ("클린 코드", "로버트 C. 마틴 지음 ;박재호 옮김", "인사이트", "9788966260959"),
    ("해리포터와 마법사의 돌", "조앤 K. 롤링 지음 ;김혜원 옮김", "문학수첩", "9788983920683"),
    ("채식주의자", "한강 지음", "창비", "9788936433598"),
    ("사피엔스", "유발 하라리 지음 ;조현욱 옮김", "김영사", "9788934972464"),
    ("코스모스", "칼 세이건 지음 ;홍승수 옮김", "사이언스북스", "9788983711892"),
    ("정의란 무엇인가", "마이클 샌델 지음 ;김명철 옮김", "와이즈베리", "9788937834790"),
    ("총 균 쇠", "재레드 다이아몬드 지음 ;김진준 옮김", "문학사상", "9788970127248"),
    ("아몬드", "손원평 지음", "창비", "9788936434267"),
  ].enumerated().map { index, book in
    PopularBook(
      id: 2_063_706 + index,
      title: book.0,
      author: book.1,
      publisher: book.2,
      thumbnailURL: "",
      isbn: book.3,
      loanCount: 97 - index * 6
    )
  }
}
