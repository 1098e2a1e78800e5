import Foundation
import SystemTesting
import Testing

extension ProcessTests {
  /// The output and the exit codes of the command.
  struct CommandTests {
    private let naru = NaruProcess()

    @Test func aServerAnswersInTheLanguageOfTheCommand() async throws {
      defer { naru.remove() }
      var english = naru
      english.language = "en_US.UTF-8"
      try await naru.serve(["--memory"]) { [english] url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        let korean = try await naru.run("books", "show", "0000000000000", environment: environment)
        let other = try await english.run("books", "show", "0000000000000", environment: environment)
        #expect(korean.status == 1 && korean.err.contains("책"), "\(korean)")
        #expect(other.status == 1 && other.err == "Error: Book not found.\n", "\(other)")
      }
    }

    @Test func aPersonFindsABookAndPutsItOnTheShelf() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, stop in
        let environment = ["NARU_URL": url.absoluteString]
        let login = try await naru.login(TestPerson("홍길동"), environment: environment)
        #expect(login.status == 0 && login.out.hasPrefix("홍길동  NAVER"), "\(login)")
        let me = try await naru.run("whoami", environment: environment)
        #expect(me.out == login.out)

        let found = try await naru.run("books", "search", "해리포ㅌ", environment: environment)
        #expect(found.status == 0 && found.err.isEmpty)
        #expect(found.lines.last == "모두 1권")
        #expect(found.out.contains("해리포터와 마법사의 돌"))
        #expect(!found.out.contains("\u{1B}"), "no colours in a pipe")

        let book = try await naru.run("books", "show", "9788983920683", "--json", environment: environment)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(book.out.utf8)) as? [String: Any])
        let id = try #require((object["data"] as? [String: Any])?["id"] as? String)

        let added = try await naru.run("shelf", "add", id, "--status", "reading", environment: environment)
        #expect(added.status == 0 && added.out.contains("읽는 중"))
        let twice = try await naru.run("shelf", "add", id, environment: environment)
        #expect(twice.status == 1 && twice.err == "오류: 이미 서재에 있는 책입니다.\n" && twice.out.isEmpty)

        let set = try await naru.run(
          "shelf",
          "set",
          "978-89-8392-068-3",
          "--page",
          "12",
          "--rating",
          "4.5",
          environment: environment
        )
        #expect(set.status == 0 && set.out.contains("12"))
        let list = try await naru.run("shelf", "list", "--json", environment: environment)
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(list.out.utf8)) as? [String: Any])
        let entries = try #require(answer["data"] as? [[String: Any]])
        #expect(
          entries.count == 1 && entries[0]["current_page"] as? Int == 12 && entries[0]["rating"] as? Double == 4.5
        )

        let elsewhere = environment.merging(["XDG_STATE_HOME": naru.folder.appending(path: "other").path]) {
          $1
        }
        #expect(try await naru.login(TestPerson("김철수"), environment: elsewhere).status == 0)
        let empty = try await naru.run("shelf", "list", environment: elsewhere)
        #expect(empty.out == "서재가 비어 있습니다.\n")

        #expect(try await naru.run("shelf", "remove", "9788983920683", environment: environment).status == 0)
        let gone = try await naru.run("shelf", "remove", "9788983920683", environment: environment)
        #expect(gone.status == 1 && gone.err == "오류: 서재에 없는 책입니다.\n")
        #expect(await stop(SIGINT) == 0)
      }
    }

    @Test func sessionsAreListedAndEnded() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, stop in
        let here = ["NARU_URL": url.absoluteString]
        let there = here.merging(["XDG_STATE_HOME": naru.folder.appending(path: "there").path]) { $1 }
        _ = try await naru.login(TestPerson("홍길동"), environment: here)
        _ = try await naru.login(TestPerson("홍길동"), environment: there)
        let json = try await naru.run("sessions", "--json", environment: here)
        let sessions = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]])
        #expect(sessions.count == 2)
        let other = try #require(sessions.first { $0["isCurrent"] as? Bool == false }?["id"] as? String)
        #expect(try await naru.run("sessions", "--end", other, environment: here).status == 0)
        let ended = try await naru.run("whoami", environment: there)
        #expect(ended.status == 1 && ended.err.contains("naru login"), "\(ended.err)")

        #expect(try await naru.run("logout", environment: here).out == "로그아웃했습니다.\n")
        #expect(try await naru.run("whoami", environment: here).status == 1)
        #expect(try await naru.run("logout", environment: here).out == "로그인하지 않았습니다.\n")
        #expect(try await naru.login(TestPerson("이서연"), environment: here).status == 0)
        #expect(await stop(SIGINT) == 0)
        // Without the server, the person is still signed in.
        let offline = try await naru.run("whoami", environment: here)
        #expect(offline.status == 1 && offline.err.contains("서버에 연결할 수 없습니다"), "\(offline.err)")
      }
    }

    @Test func theOtherSystemsAnswer() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve(["--demo"]) { url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        let posts = try await naru.run("board", "list", "--limit", "2", environment: environment)
        #expect(posts.status == 0 && posts.lines.count == 4, "\(posts)")
        let popular = try await naru.run("popular", "--limit", "1", "--category", "문학", environment: environment)
        #expect(popular.status == 0, "\(popular)")
        _ = try await naru.login(TestPerson("홍길동"), environment: environment)
        #expect(try await naru.run("board", "write", "황조롱이", environment: environment).status == 0)
        let mine = try await naru.run("board", "list", "--limit", "1", environment: environment)
        #expect(mine.out.contains("홍길동") && mine.out.contains("황조롱이"))
        let added = try await naru.run(
          ["ledger", "add", "김민준", "100,000", "--event", "결혼식", "--date", "2019-05-23", "--new"],
          environment: environment
        )
        #expect(added.out.hasPrefix("김민준  준 것  결혼식  100,000  2019-05-23\nID  "), "\(added)")
        #expect(try await naru.run("ledger", "month", "2019-05", environment: environment).out.contains("김민준"))
        let summary = try await naru.run("ledger", "summary", "--year", "2019", environment: environment)
        #expect(summary.lines.first == "준 것 100,000  받은 것 0  차이 -100,000")
      }
    }

    @Test func columnsLineUpWithHangul() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, _ in
        let found = try await naru.run("books", "search", "ㄹ", "--url", url.absoluteString)
        let all = try await naru.run("books", "search", "왕자", "--url", url.absoluteString)
        for output in [found, all] where output.lines.count > 2 {
          let titles = ["제목", "해리포터", "클린", "The Little"]
          // The position of a column in terminal columns: Hangul takes two.
          let begins = output.lines.dropLast().compactMap { line in
            titles.lazy.compactMap { line.range(of: $0) }.first.map { range in
              line[..<range.lowerBound].unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
            }
          }
          #expect(begins.count == output.lines.count - 1 && Set(begins).count == 1, "\(output.out)")
        }
      }
    }

    @Test(arguments: [
      ["board", "list", "--url", "http://127.0.0.1:1"], ["books", "search", "x", "--url", "http://127.0.0.1:1"],
    ])
    func anUnreachableServerIsOneSentence(arguments: [String]) async throws {
      var naru = naru
      defer { naru.remove() }
      for (language, start) in [
        ("ko_KR.UTF-8", "오류: 서버에 연결할 수 없습니다 (http://127.0.0.1:1)."),
        ("C.UTF-8", "Error: The server can't be reached (http://127.0.0.1:1)."),
      ] {
        naru.language = language
        let output = try await naru.run(arguments)
        #expect(output.status == 1 && output.out.isEmpty)
        #expect(output.err.hasPrefix(start) && output.err.filter { $0 == "\n" }.count == 1, "\(output.err)")
      }
    }

    @Test func aPersonWhoIsNotSignedInIsToldHowTo() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, _ in
        let output = try await naru.run("shelf", "list", "--url", url.absoluteString)
        #expect(output.status == 1)
        #expect(output.err.contains("로그인이 필요합니다.") && output.err.contains("naru login"), "\(output.err)")
      }
    }

    @Test(arguments: [
      ["books", "search"], ["books", "search", "x", "--url", "nowhere"], ["shelf", "set", "x"],
      ["shelf", "add", "x", "--status", "lost"], ["serve", "--port", "70000"], ["nonsense"],
    ])
    func wrongUsageIsExplained(arguments: [String]) async throws {
      defer { naru.remove() }
      let output = try await naru.run(arguments)
      #expect(output.status == 64)
      #expect(!output.err.isEmpty && output.out.isEmpty)
    }

    @Test func aPortThatIsTakenIsNamed() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      try await naru.serve { url, _ in
        let port = try #require(url.port)
        let output = try await naru.run("serve", "--port", "\(port)")
        #expect(output.status == 1)
        #expect(output.err.contains("\(port)번 포트") && output.err.contains("--port"))
      }
    }

    @Test func anImportReportsItsChanges() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      let file = try naru.write(
        "isbn13,title,price_krw\n9788966260959,클린 코드,33000\n9788966260950,틀린 번호,1\n9788937460449,데미안,여덟\n",
        to: "more.csv"
      )
      let output = try await naru.run("catalogue", "import", file)
      #expect(output.status == 1, "rows were refused")
      #expect(output.out == "추가 0, 변경 1, 그대로 0, 거절 2\n")
      #expect(output.err.contains("3번째 줄") && output.err.contains("4번째 줄"))
      #expect(try await naru.run("catalogue", "import", file, "--json").status == 1)
      let good = try naru.write("isbn13,title\n9788966260959,클린 코드\n", to: "good.csv")
      #expect(try await naru.run("catalogue", "import", good).status == 0)
      let missing = try await naru.run("catalogue", "import", "/nowhere.csv")
      #expect(missing.status == 1 && missing.err.contains("/nowhere.csv"))
    }

    @Test func routesAreListedWithPagesAndCovers() async throws {
      defer { naru.remove() }
      let output = try await naru.run("routes")
      #expect(
        output.lines.contains {
          $0.contains("PATCH") && $0.contains("/api/v1/reading-books/{id}") && $0.contains("required")
        }
      )
      let json = try await naru.run("routes", "--json")
      let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [[String: Any]])
      #expect(rows.count == output.lines.count - 1)
      let post = try #require(
        rows.first { $0["contract"] as? String == "FreeBoard" && $0["endpoint"] as? String == "post" }
      )
      #expect(post["result"] as? String == "Post")
      #expect((post["parameters"] as? [[String: Any]])?.first?["type"] as? String == "Int64")
      let paths = Set(rows.compactMap { $0["path"] as? String })
      for path in ["/oauth2/authorization/", "/login/oauth2/code/", "/login/oauth2/notices/", "/stand-in/", "/covers/"]
      {
        #expect(paths.contains { $0.hasPrefix(path) }, "\(path) in \(paths)")
      }
      #expect(!FileManager.default.fileExists(atPath: naru.folder.appending(path: "identity.key").path))
    }
  }
}
