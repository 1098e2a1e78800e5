public import DockDock
public import Foundation

/// The documents of the benchmarks: books with Korean texts, of about 1,200 bytes each.
public enum Fixtures {
  /// A page of `count` books.
  public static func page(_ count: Int) -> BookPage {
    BookPage(
      books: (0..<count).map(book),
      totalResults: count,
      currentPage: 1,
      itemsPerPage: count,
      query: "바다와 등대"
    )
  }

  /// A response of about 230 bytes: a book of which little is known.
  public static let small = BookPage(
    books: [Book(id: "9788900000001", title: "바다와 등대 사이", author: "김나루 지음", publisher: "갈매기", pageCount: 312)],
    totalResults: 1,
    currentPage: 1,
    itemsPerPage: 10,
    query: "바다와 등대"
  )

  /// A list with a text of 1,000 characters, Korean and emoji, each written as `\uXXXX`, as many servers write them.
  public static let escaped: Data = {
    let text = String(repeating: "바다와등대😀", count: 166)
    let units = text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }
    return Data("[\"\(units.joined())\"]".utf8)
  }()

  private static let words = [
    "바다", "등대", "새벽", "도서관", "나루터", "편지", "여름", "이야기", "사람들", "기억", "작은", "오래된", "푸른", "먼 길", "조용한", "1987년", "학교",
    "할머니의", "부엌", "지도", "바람이", "불어오는", "언덕", "위에서", "기다리는", "배",
  ]

  private static func text(_ number: Int, words count: Int) -> String {
    (0..<count).map { words[(number * 7 + $0 * 11 + $0 * $0) % words.count] }.joined(separator: " ")
  }

  private static func book(_ number: Int) -> Book {
    let isbn = "97889\(10_000_000 + number)"
    return Book(
      id: isbn,
      isbn: String(isbn.dropFirst(3)),
      isbn13: isbn,
      title: text(number, words: 3),
      subtitle: number % 3 == 0 ? "개정판 \(number)" : nil,
      author: "글: \(text(number + 1, words: 1)), 그림: 박새벽",
      publisher: "나루터 출판사",
      publishedDate: "2019-11-\(10 + number % 20)",
      description: text(number, words: 80),
      coverImage: "http://127.0.0.1:8080/covers/\(isbn).png",
      categoryName: "문학",
      pageCount: number % 8 == 0 ? nil : 300 + number,
      price: Book.Price(standard: 12_000 + number, sales: 10_800 + number, currency: "KRW"),
      link: "https://books.example.kr/\(isbn)",
      stockStatus: "판매중",
      rating: 3.1 + Double(number % 19) / 10
    )
  }
}
