import Foundation

// Data of the previews. The books exist and are catalogued by the National Library of Korea; page counts, readers and
// their contents are made up.

extension Book {
  /// Ten existing books with made-up page counts.
  public static let samples: [Book] = catalogued.map { book in
    Book(
      id: book.isbn,
      isbn13: book.isbn,
      title: book.title,
      author: book.author,
      publisher: book.publisher,
      publishedDate: book.date,
      categoryName: book.category,
      pageCount: book.pages,
      price: Price(standard: book.price, sales: book.price)
    )
  }

  private static let catalogued:
    [(
      isbn: String, title: String, author: String, publisher: String, date: String, price: Int, category: String,
      pages: Int?
    )] = [
      ("9791190473668", "가난한 사람들", "지은이: 표도르 도스토옙스키 ;옮긴이: 김선영", "새움", "2021-09-15", 13_500, "문학", 252),
      ("9788972438052", "김소월", "지은이: 김소월 ;그린이: 안영", "서문당", "2021-05-31", 12_800, "문학", 168),
      ("9791159713491", "촛불의 과학", "오지마 요시미 편역 ;공영태 옮김", "북스힐", "2021-09-05", 13_500, "자연과학", 204),
      ("9791188154128", "철새들의 천국 서천 유부도", "글: 현재웅 ;그림: 눈감고그리다", "국립생태원", "2017-09-01", 9_500, "자연과학", nil),
      ("9791190475846", "히틀러 시대의 여행자들", "줄리아 보이드 지음 ;이종인 옮김", "페이퍼로드", "2021-09-24", 33_000, "역사", 568),
      ("9788932474472", "플루타르코스 영웅전", "지은이: 플루타르코스 ;옮긴이: 신복룡", "을유문화사", "2021-09-01", 110_000, "역사", 1_904),
      ("9788998702182", "논어", "공자 지음 ;김영진 엮음", "매월당", "2014-06-12", 7_000, "철학", 280),
      ("9788980782901", "JPA 프로그래밍 입문", "최범균 지음", "가메출판사", "2017-05-30", 25_000, "총류", 352),
      ("9788925554006", "콘스탄틴 브랑쿠시", "캐럴라인 랜츠너 지음 ;김세진 옮김", "RHK", "2014-10-27", 15_000, "예술", 48),
      ("9791186561324", "우리, 독립출판", "엮은이: 강경선,북노마드 편집부", "북노마드", "2016-10-20", 18_000, "총류", 296),
    ]
}

extension ReadingBook {
  /// A made-up shelf of six sample books, most recently changed first.
  public static let samples: [ReadingBook] = entries.enumerated().map { number, entry in
    let (book, status, page, rating) = entry
    let changed = sampleDate - Double(number) * 86_400
    return ReadingBook(
      id: "shelf-\(number + 1)",
      userID: sampleReader,
      bookID: Book.samples[book].id,
      status: status,
      startDate: status == .wishlist ? nil : changed - 14 * 86_400,
      endDate: status == .completed ? changed : nil,
      currentPage: page,
      rating: rating,
      createdAt: changed - 20 * 86_400,
      updatedAt: changed,
      book: Book.samples[book]
    )
  }

  private static let entries: [(book: Int, status: ReadingStatus, page: Int?, rating: Double?)] = [
    (0, .reading, 96, nil), (4, .reading, 210, nil), (7, .wishlist, nil, nil), (2, .completed, 204, 4.5),
    (6, .completed, 280, 4), (9, .wishlist, nil, nil),
  ]
}

extension ReadingRecord {
  /// Made-up records of the sample shelf, newest first.
  public static let samples: [ReadingRecord] = written.enumerated().map { number, record in
    let (entry, content, page, type) = record
    let written = sampleDate - Double(number) * 43_200
    return ReadingRecord(
      id: "record-\(number + 1)",
      readingBookID: ReadingBook.samples[entry].id,
      userID: sampleReader,
      content: content,
      pageNumber: page,
      recordType: type,
      createdAt: written,
      updatedAt: written
    )
  }

  private static let written: [(entry: Int, content: String, page: Int, type: RecordType)] = [
    (0, "편지로만 이어지는데도 두 사람의 방이 눈에 보이는 듯하다.", 88, .thought),
    (3, "촛불 하나로 이만큼 물을 수 있다니, 아이와 함께 다시 읽고 싶다.", 201, .thought),
    (4, "배우고 때때로 익히면 또한 기쁘지 아니한가.", 12, .quote),
    (1, "3장까지 읽음. 지도를 옆에 펴 두고 읽을 것!", 142, .note),
  ]
}

extension Review {
  /// Made-up reviews of two sample books, newest first. The first is the sample reader's own.
  public static let samples: [Review] = written.enumerated().map { number, review in
    let (entry, rating, text, author) = review
    let written = sampleDate - Double(number) * 259_200
    return Review(
      id: "review-\(number + 1)",
      readingBookID: number == 0 ? ReadingBook.samples[entry].id : "shelf-of-\(author)",
      bookID: ReadingBook.samples[entry].bookID,
      userID: number == 0 ? sampleReader : author,
      rating: rating,
      reviewText: text,
      isPublic: true,
      createdAt: written,
      updatedAt: written,
      authorName: author,
      isMine: number == 0
    )
  }

  private static let written: [(entry: Int, rating: Int, text: String, author: String)] = [
    (3, 5, "짧지만 오래 남는 책. 초를 켜 놓고 읽었습니다 🕯️", "필드스코프"), (3, 4, "옮긴이의 설명이 친절해요.", "새벽네시"),
    (4, 4, "해마다 한 번씩 다시 펴 봅니다.", "물총새"),
  ]
}

extension ReadingReport {
  /// A made-up report.
  public static let sample = ReadingReport(
    userID: sampleReader,
    createdAt: sampleDate,
    persona: ReaderPersona(
      title: "호기심 탐험가",
      icon: "🧭",
      subtitle: "새로운 것을 찾아 책장을 넘깁니다",
      description: "낯선 분야와 새로운 생각을 즐기고, 한 권이 다음 한 권으로 이어집니다.",
      color: "#4F7CAC",
      keyTraits: ["호기심", "상상력", "다양성"]
    ),
    bigFive: BigFive(
      openness: 68,
      conscientiousness: 57,
      extraversion: 46,
      agreeableness: 53,
      emotionalStability: 50
    ),
    readingDna: [
      ReadingGene(title: "자연과학", description: "끝까지 읽은 책이 가장 많습니다.", icon: "🔭", color: "#4F7CAC"),
      ReadingGene(title: "철학", description: "천천히, 여러 번 읽습니다.", icon: "🦉", color: "#6B6FA8"),
    ],
    readingStyle: ReadingStyles(
      main: ReadingStyle(title: "넓게 읽기", description: "여러 분야를 오가며 읽습니다.", percentage: 46),
      others: [
        ReadingStyle(title: "쓰면서 읽기", description: "메모와 인용을 남기며 읽습니다.", percentage: 31),
        ReadingStyle(title: "깊게 읽기", description: "한 권, 한 분야에 오래 머뭅니다.", percentage: 23),
      ]
    ),
    directions: [
      ReadingDirection(category: "예술", reason: "아직 읽지 않은 분야입니다.", examples: ["콘스탄틴 브랑쿠시"])
    ],
    recommendedBooks: [
      RecommendedBook(book: Book.samples[8], reason: "새로운 분야의 얇은 책입니다.", matchScore: 82),
      RecommendedBook(book: Book.samples[3], reason: "즐겨 읽는 자연과학 책입니다.", matchScore: 77),
    ]
  )
}

/// The id of the sample reader.
let sampleReader = "reader-1"
/// 2026-03-04 in Seoul.
let sampleDate = Date(timeIntervalSince1970: 1_772_582_400)
