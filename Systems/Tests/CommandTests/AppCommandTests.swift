import Foundation
import SystemTesting
import Testing

extension ProcessTests {
  /// The commands of the systems, with a new user on `naru serve --demo`.
  struct AppCommandTests {
    private let naru = NaruProcess()

    /// Signs a person in on a server with sample data. The body gets a function that runs a command.
    private func onDemo(_ body: (_ run: (String...) async throws -> NaruProcess.Output) async throws -> Void)
      async throws
    {
      defer { naru.remove() }
      try await naru.copyData(.demo)
      try await naru.serve(["--demo"]) { url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        _ = try await naru.login(TestPerson("홍길동"), environment: environment)
        try await body { (arguments: String...) in try await naru.run(arguments, environment: environment) }
      }
    }

    /// The data in an answer of DockDock or Konkuk.
    private func data<Value>(_ output: NaruProcess.Output) throws -> Value {
      let answer: [String: Any] = try json(output)
      return try #require(answer["data"] as? Value, "\(output)")
    }

    private func json<Value>(_ output: NaruProcess.Output) throws -> Value {
      try #require(try JSONSerialization.jsonObject(with: Data(output.out.utf8)) as? Value, "\(output)")
    }

    @Test func recordsReviewsAndTheReportAreShown() async throws {
      try await onDemo { run in
        let shelf: [[String: Any]] = try data(await run("shelf", "list", "--json"))
        #expect(shelf.count == 9)
        let isbn = try #require((shelf[8]["book"] as? [String: Any])?["isbn13"] as? String)

        let records = try await run("records", "list", "--limit", "5")
        #expect(records.lines.count == 8 && records.lines[6] == "모두 14개" && records.lines[7].contains("--page 2"))
        #expect(records.lines[0].hasPrefix("날짜") && records.lines[1].contains("책 "))
        let added = try await run("records", "add", isbn, "밑줄 친 곳", "--type", "quote", "--page", "3")
        #expect(added.status == 0 && added.out.hasPrefix("인용  밑줄 친 곳\n"), "\(added)")
        let ofBook: [[String: Any]] = try data(await run("records", "list", "--book", isbn, "--json"))
        #expect(ofBook.count == 3 && ofBook[0]["content"] as? String == "밑줄 친 곳")
        let pastEnd = try await run("records", "list", "--page", "9")
        #expect(pastEnd.out == "9쪽은 비어 있습니다. 모두 15개입니다.\n")

        let reviews = try await run("reviews", "list")
        #expect(reviews.lines.last == "모두 5개" && reviews.out.contains("★★★"))
        #expect(try await run("reviews", "list", "--book", isbn).out.contains("독자 "))
        let twice = try await run("reviews", "add", isbn, "또", "--rating", "5")
        #expect(twice.status == 1 && twice.err == "오류: 이미 서평을 쓴 책입니다.\n")

        let report = try await run("report")
        #expect(report.lines.contains { $0.hasPrefix("개방성") && $0.contains("█") && $0.hasSuffix("69") }, "\(report)")
        let object: [String: Any] = try data(await run("report", "--genre", "poetry", "--json"))
        #expect((object["big_five"] as? [String: Int])?["openness"] != 69)
      }
    }

    @Test func anEmptyListIsASentence() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        _ = try await naru.login(TestPerson("홍길동"), environment: environment)
        for (arguments, localizedMessage) in [
          (["records", "list"], "기록이 없습니다."), (["reviews", "list"], "서평이 없습니다."), (["board", "list"], "글이 없습니다."),
          (["board", "blocks"], "숨긴 사람이 없습니다."), (["ledger", "people"], "장부에 사람이 없습니다."),
          (["shelf", "list", "--status", "reading"], "그런 책이 서재에 없습니다."),
          (["ledger", "summary"], "준 것 0  받은 것 0  차이 0"),
        ] {
          let output = try await naru.run(arguments, environment: environment)
          #expect(output.status == 0 && output.out == localizedMessage + "\n", "\(arguments)")
        }
        let report = try await naru.run("report", environment: environment)
        #expect(report.status == 1 && report.err.contains("naru report --genre"), "\(report)")
        let made = try await naru.run("report", "--genre", "novel", environment: environment)
        #expect(made.status == 0 && made.out.contains("개방성"))
        #expect(try await naru.run("report", environment: environment).out == made.out)
      }
    }

    @Test func aLoanCountsInThePopularBooks() async throws {
      try await onDemo { run in
        func loans(_ isbn: String) async throws -> Int {
          let answer: [String: Any] = try data(await run("popular", "--limit", "100", "--json"))
          let books = try #require(answer["list"] as? [[String: Any]], "\(answer)")
          return try #require(books.first { $0["isbn"] as? String == isbn }?["chargeCount"] as? Int)
        }
        let table = try await run("popular", "--category", "문학", "--limit", "2")
        #expect(table.lines.count == 3 && table.lines[0].contains("대출"))
        let isbn = String(try #require(table.lines[1].split(separator: " ").last))
        let before = try await loans(isbn)
        let borrowed = try await run("popular", "borrow", isbn)
        #expect(borrowed.status == 0 && borrowed.out.hasPrefix("빌렸습니다: 책 ") && borrowed.out.contains("문학"))
        #expect(try await loans(isbn) == before + 1)
        let missing = try await run("popular", "borrow", "9788983920683")
        #expect(missing.status == 1 && missing.err == "오류: 도서관에 없는 책입니다.\n")
        let wrong = try await run("popular", "--category", "소설")
        #expect(wrong.status == 64 && wrong.err.contains("문학") && wrong.err.contains("`naru popular list --help`"))
      }
    }

    @Test func theBoardIsReadAndWrittenAndPeopleAreHidden() async throws {
      try await onDemo { run in
        let post = try await run("board", "show", "4")
        #expect(post.lines[0].hasPrefix("#4  솔부엉이 (4)") && post.out.contains("    ↳ #8  을숙도지기: 감사합니다."))
        #expect(try await run("board", "comment", "4", "저도 봤어요", "--to", "7").status == 0)
        #expect(try await run("board", "show", "4").out.contains("↳ #22  홍길동: 저도 봤어요"))
        let refused = try await run("board", "comment", "4", "답글의 답글", "--to", "8")
        #expect(refused.status == 1 && refused.err.contains("답글"))

        #expect(try await run("board", "blocks").out == "숨긴 사람이 없습니다.\n")
        #expect(try await run("board", "block", "4").out == "솔부엉이님의 글을 숨깁니다.\n")
        let gone = try await run("board", "show", "4")
        #expect(gone.status == 1 && gone.err == "오류: 게시글을 찾을 수 없습니다.\n")
        let blocks = try await run("board", "blocks")
        #expect(blocks.lines.count == 2 && blocks.lines[1].contains("솔부엉이"))
        #expect(try await run("board", "unblock", "4").out == "이제 그 사람의 글이 다시 보입니다.\n")
        #expect(try await run("board", "show", "4").status == 0)
        let list: [String: Any] = try json(await run("board", "list", "--json"))
        #expect((list["items"] as? [Any])?.count == 12)
      }
    }

    @Test func theLedgerAddsUp() async throws {
      try await onDemo { run in
        let people = try await run("ledger", "people")
        #expect(people.lines.count == 13)
        // Amounts are aligned with the title, in terminal columns: Hangul takes two.
        let balances = people.lines.map { line in line.split(separator: "  ").prefix(5).last ?? "" }
        let ends = zip(people.lines, balances).map { line, cell in
          line[..<cell.endIndex].unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
        }
        #expect(Set(ends).count == 1, "\(people.out)")
        let found = try await run("ledger", "people", "ㄱㅁㅈ")
        #expect(found.lines.count == 2 && found.lines[1].hasPrefix("김민준"))
        let before: [String: Any] = try json(await run("ledger", "summary", "--json"))
        let added = try await run(
          "ledger",
          "add",
          "오세훈",
          "7만",
          "--new",
          "--event",
          "birthday",
          "--date",
          "2025-03-02",
          "--direction",
          "received"
        )
        #expect(added.out.hasPrefix("오세훈  받은 것  생일  70,000  2025-03-02\nID  "))
        #expect(try await run("ledger", "month", "2025-03").out.contains("오세훈"))
        let after: [String: Any] = try json(await run("ledger", "summary", "--json"))
        #expect(try #require(after["received"] as? Int) == (before["received"] as? Int ?? 0) + 70_000)
        let shown = try await run("ledger", "show", "오세훈")
        #expect(shown.lines.count == 4 && shown.lines[3] == "차이 70,000")
        let summary = try await run("ledger", "summary", "--year", "2025")
        #expect(summary.lines.contains { $0.hasPrefix("3월") && $0.contains("█") })
        #expect(summary.lines.contains { $0.hasPrefix("생일") })
        let empty = try await run("ledger", "month", "1999-01")
        #expect(empty.status == 0 && empty.out == "1999년 1월에는 주고받은 것이 없습니다.\n")
        let wrong = try await run("ledger", "month", "2026-13")
        #expect(wrong.status == 64 && wrong.err.contains("ledger month"))
      }
    }
  }
}
