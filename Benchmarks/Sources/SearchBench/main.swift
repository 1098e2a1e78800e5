// Imports a catalogue into a temporary file and compares searches with LIKE over title and author.
// Usage: SearchBench <books.csv or books.csv.gz>

import Catalogue
import Foundation
import Storage

/// Queries as people type them: titles, words, initials, half-typed syllables, broad ones, and one that finds nothing.
let queries = [
  "클린코드", "해리포터", "ㅎㄹㅍㅌ", "해리포ㅌ", "해리퐅", "코드", "이야기", "한국사", "자바스크립트", "python", "경제학 개론", "사람들의 이야기", "어린 왕자", "수학",
  "박완서",
  "가", "ㅎ", "ㅎㄱ", "자격시험 문제집", "없는책제목이다",
]

@MainActor func milliseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await work()
  let elapsed = ContinuousClock.now - start
  return Double(elapsed.components.seconds) * 1e3 + Double(elapsed.components.attoseconds) / 1e15
}

func median(_ values: [Double]) -> Double {
  values.sorted()[values.count / 2]
}

func number(_ value: Double) -> String {
  String(format: "%9.3f", value)
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("Usage: SearchBench <books.csv or books.csv.gz>\n".utf8))
  exit(64)
}
let folder = FileManager.default.temporaryDirectory.appending(path: "search-bench-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

let database = try Database.file(at: folder.appending(path: "books.sqlite"))
var migrations = Migrations()
Catalogue.addMigrations(to: &migrations)
try database.migrate(migrations)
let catalogue = Catalogue(database)

let importTime = try await milliseconds {
  let report = try catalogue.importCSV(from: URL(filePath: CommandLine.arguments[1]))
  print("import: \(report.added) books, \(report.refused) rows refused")
}
let size = try database.read { db in
  try db.value("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size", as: Int.self)
}
print("import:\(number(importTime)) ms, database \(size / 1_000_000) MB")

var searchTimes: [Double] = []
var likeTimes: [Double] = []
print("   search       like   found  query (milliseconds, median of 21 and of 3 runs)")
for query in queries {
  var total = 0
  var search: [Double] = []
  for _ in 0..<21 {
    search.append(try await milliseconds { total = try await catalogue.search(CatalogueQuery(query)).total })
  }
  var like: [Double] = []
  for _ in 0..<3 {
    like.append(
      try await milliseconds {
        _ = try await database.read { db in
          try db.value(
            "SELECT count(*) FROM book WHERE title LIKE \("%\(query)%") OR author LIKE \("%\(query)%")",
            as: Int.self
          )
        }
      }
    )
  }
  searchTimes.append(median(search))
  likeTimes.append(median(like))
  print("\(number(median(search)))  \(number(median(like)))  \(total)  \(query)")
}
let ratio = median(likeTimes) / median(searchTimes)
print("median: search\(number(median(searchTimes))) ms, LIKE\(number(median(likeTimes))) ms, ratio\(number(ratio))")
print("worst:  search\(number(searchTimes.max() ?? 0)) ms, LIKE\(number(likeTimes.max() ?? 0)) ms")
