import Foundation
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// The output and the exit codes of the command.
  struct CommandTests {
    private let naru = NaruProcess()

    @Test func aServerRespondsInTheLanguageOfTheCommand() async throws {
      var english = naru
      english.language = "en_US.UTF-8"
      try await naru.serve(["--memory", "--demo"]) { [english] url, _ in
        let environment = ["NARU_URL": url.absoluteString]
        #expect(try await naru.run("board", "list", "--limit", "2", environment: environment).lines.count == 4)
        let korean = try await naru.run("books", "show", "9788900000009", environment: environment)
        let other = try await english.run("books", "show", "9788900000009", environment: environment)
        #expect(korean.status == 1 && korean.err.contains("책"), "\(korean)")
        #expect(other.status == 1 && other.err == "Error: Book not found.\n", "\(other)")
      }
    }

    @Test func aPersonFindsABookAndPutsItOnTheShelf() async throws {
      try await naru.onServer { url, stop in
        let environment = ["NARU_URL": url.absoluteString]
        let login = try await naru.login(TestPerson("홍길동"), environment: environment)
        #expect(login.status == 0 && login.out.hasPrefix("홍길동  NAVER"), "\(login)")
        let me = try await naru.run("whoami", environment: environment)
        #expect(me.out == login.out)

        let found = try await naru.run("books", "search", "해리포ㅌ", environment: environment)
        #expect(found.status == 0 && found.err.isEmpty)
        #expect(found.lines.last == "모두 1권")
        #expect(found.out.contains("해리포터와 마법사의 돌"))
        #expect(!found.out.contains("\u{1B}"), "no colors in a pipe")

        let isbn = "9788983920683"
        let added = try await naru.run("shelf", "add", isbn, "--status", "reading", environment: environment)
        #expect(added.status == 0 && added.out.contains("읽는 중"))
        let twice = try await naru.run("shelf", "add", isbn, environment: environment)
        #expect(twice.status == 1 && twice.err == "오류: 이미 서재에 있는 책입니다.\n" && twice.out.isEmpty)

        let set = try await naru.run(
          ["shelf", "set", "978-89-8392-068-3", "--page", "12", "--rating", "4.5"],
          environment: environment
        )
        #expect(set.status == 0 && set.out.contains("12"))
        let list: [String: Any] = try await naru.run("shelf", "list", "--json", environment: environment).json()
        let entries = try #require(list["data"] as? [[String: Any]])
        #expect(
          entries.count == 1 && entries[0]["current_page"] as? Int == 12 && entries[0]["rating"] as? Double == 4.5
        )

        let other = environment.merging(["XDG_STATE_HOME": naru.folder.url.appending(path: "other").path]) { $1 }
        #expect(try await naru.login(TestPerson("김철수"), environment: other).status == 0)
        #expect(try await naru.run("shelf", "list", environment: other).out == "서재가 비어 있습니다.\n")

        #expect(try await naru.run("shelf", "remove", isbn, environment: environment).status == 0)
        let gone = try await naru.run("shelf", "remove", isbn, environment: environment)
        #expect(gone.status == 1 && gone.err == "오류: 서재에서 이 책을 찾을 수 없습니다.\n")
        #expect(try await naru.run("logout", environment: environment).out == "로그아웃했습니다.\n")
        #expect(await stop(SIGINT) == 0)
      }
    }

    @Test func anUnreachableServerIsOneSentence() async throws {
      var naru = naru
      for (language, start) in [
        ("ko_KR.UTF-8", "오류: 서버에 연결할 수 없습니다 (http://127.0.0.1:1)."),
        ("C.UTF-8", "Error: The server can't be reached (http://127.0.0.1:1)."),
      ] {
        naru.language = language
        let output = try await naru.run("board", "list", "--url", "http://127.0.0.1:1")
        #expect(output.status == 1 && output.out.isEmpty)
        #expect(output.err.hasPrefix(start) && output.err.filter { $0 == "\n" }.count == 1, "\(output.err)")
      }
    }

    @Test func aNarrowTerminalHasHelpAndAClosedStreamIsAFailure() async throws {
      let help = try await naru.run("--help", environment: ["COLUMNS": "20"])
      #expect(help.status == 0 && help.out.contains("completion"), "\(help)")
      let wrong = try await naru.run("--url", "http://localhost", "serch", environment: ["COLUMNS": "1"])
      #expect(wrong.status == 64 && wrong.err.contains("serch"), "\(wrong)")
      let closed = try await naru.run(["books", "search", "x", "--url", "http://127.0.0.1:1"], after: "exec >&- 2>&-")
      #expect(closed.status == 1)
      #expect(try await naru.run(["--help"], after: "exec >&-").err.contains("Bad file descriptor"))
    }

    @Test func aPortThatIsTakenIsNamed() async throws {
      try await naru.onServer { url, _ in
        let port = try #require(url.port)
        let output = try await naru.run("serve", "--port", "\(port)")
        #expect(output.status == 1)
        #expect(output.err.contains("\(port)번 포트") && output.err.contains("--port"))
      }
    }

    @Test func anImportReportsItsChanges() async throws {
      try await naru.copyData()
      let file = try naru.folder.write(
        "isbn13,title,price_krw\n9788966260959,클린 코드,33000\n9788966260950,틀린 번호,1\n9788937460449,데미안,여덟\n",
        to: "more.csv"
      )
      let output = try await naru.run("catalogue", "import", file)
      #expect(output.status == 1, "rows were refused")
      #expect(output.out == "추가 0, 변경 1, 그대로 0, 거절 2\n")
      #expect(output.err.contains("3번째 줄") && output.err.contains("4번째 줄"))
      #expect(try await naru.run("catalogue", "import", file, "--json").status == 1)
      let good = try naru.folder.write("isbn13,title\n9788966260959,클린 코드\n", to: "good.csv")
      #expect(try await naru.run("catalogue", "import", good).status == 0)
      let missing = try await naru.run("catalogue", "import", "/nowhere.csv")
      #expect(missing.status == 1 && missing.err.contains("/nowhere.csv"))
    }

    @Test func routesAreListedWithPagesAndCovers() async throws {
      let output = try await naru.run("routes")
      #expect(
        output.lines.contains {
          $0.contains("PATCH") && $0.contains("/api/v1/reading-books/{id}") && $0.contains("required")
        }
      )
      let rows: [[String: Any]] = try await naru.run("routes", "--json").json()
      #expect(rows.count == output.lines.count - 1)
      let post = try #require(
        rows.first { $0["contract"] as? String == "FreeBoard" && $0["endpoint"] as? String == "post" }
      )
      #expect(post["result"] as? String == "Post")
      #expect((post["parameters"] as? [[String: Any]])?.first?["type"] as? String == "Int64")
      let paths = Set(rows.compactMap { $0["path"] as? String })
      for path in [
        "/naru/changes", "/oauth2/authorization/", "/login/oauth2/code/", "/login/oauth2/notices/", "/stand-in/",
        "/covers/",
      ] {
        #expect(paths.contains { $0.hasPrefix(path) }, "\(path) in \(paths)")
      }
      #expect(!FileManager.default.fileExists(atPath: naru.folder.url.appending(path: "identity.key").path))
    }
  }
}
