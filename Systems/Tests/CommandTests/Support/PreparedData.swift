import Foundation
import StorageTesting
import Testing

/// A database that is prepared once, with the history of loans, and copied for each test.
struct PreparedData: Sendable {
  /// Three books.
  static let books = PreparedData(
    [
      "9788966260959,클린 코드: 애자일 소프트웨어 장인 정신,로버트 C. 마틴,인사이트,2013-12-24,,",
      "9788983920683,해리포터와 마법사의 돌,조앤 K. 롤링,문학수첩,1999-11-19,,",
      "9788932917245,The Little Prince 어린 왕자,생텍쥐페리,열린책들,2015-10-20,,",
    ]
  )

  /// A CSV file with 36 books.
  static var demoBooks: String { csv(demoRows) }

  private static let demoRows = (0..<36).map { index in
    let body = "978890000\(100 + index)"
    let sum = body.enumerated().reduce(0) { $0 + ($1.element.wholeNumberValue ?? 0) * ($1.offset % 2 == 0 ? 1 : 3) }
    let kdc = ["813.7", "400", "980", "100", "900", "500"][index % 6]
    return "\(body)\((10 - sum % 10) % 10),책 \(index),지은이,펴낸곳,2020-01-01,10000,\(kdc)"
  }

  private static func csv(_ rows: [String]) -> String {
    (["isbn13,title,author,publisher,pub_date,price_krw,kdc"] + rows).joined(separator: "\n")
  }

  private let files: Task<[String: Data], any Error>

  private init(_ rows: [String]) {
    files = Task {
      let naru = NaruProcess()
      let imported = try await naru.run("catalogue", "import", naru.folder.write(Self.csv(rows), to: "books.csv"))
      try #require(imported.status == 0 && imported.out.hasPrefix("추가 \(rows.count),"), "\(imported)")
      try await naru.serve { _, stop in _ = await stop(SIGINT) }
      let names = try FileManager.default.contentsOfDirectory(atPath: naru.folder.url.path)
      return try Dictionary(
        uniqueKeysWithValues: names.filter { $0.hasPrefix("naru.sqlite") }.map { name in
          (name, try Data(contentsOf: naru.folder.url.appending(path: name)))
        }
      )
    }
  }

  /// Writes the database to a folder.
  func copy(to folder: URL) async throws {
    for (name, data) in try await files.value { try data.write(to: folder.appending(path: name)) }
  }
}
