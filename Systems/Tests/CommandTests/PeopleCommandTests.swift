import Foundation
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// `naru-server people`, on the data folder of a server that is running.
  struct PeopleCommandTests {
    private var naru = NaruProcess()

    /// Runs a command of the operator with `--json`.
    private func json<Value>(_ arguments: String...) async throws -> Value {
      try await naru.run(["people"] + arguments + ["--json"]).json()
    }

    @Test func peopleAreOperatedBesideARunningServer() async throws {
      try await naru.onServer { url, _ in
        let here = ["NARU_URL": url.absoluteString]
        let there = here.merging(["XDG_STATE_HOME": naru.folder.url.appending(path: "there").path]) { $1 }
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)
        #expect(try await naru.login(TestPerson("김나루"), environment: there).status == 0)
        let table = try await naru.run("people", "list")
        #expect(table.status == 0 && table.lines.last == "모두 2명" && table.out.contains("김나루"), "\(table)")
        let people: [[String: Any]] = try await json("list", "--search", "홍길동")
        let id = try #require(people.first?["id"] as? String)
        #expect(people.count == 1 && people[0]["sessions"] as? Int == 1)

        // Without a terminal, there is nobody to ask.
        let asked = try await naru.run("people", "disable", id)
        #expect(asked.status != 0 && asked.err.contains("--yes") && asked.err.contains("홍길동"), "\(asked)")
        #expect(try await naru.run("whoami", environment: here).status == 0)

        let disabled: [String: Any] = try await json("disable", id, "--yes")
        #expect(disabled["disabledAt"] is String && disabled["sessions"] as? Int == 0)
        #expect(try await naru.run("whoami", environment: here).status == 1)
        let refused = try await naru.login(TestPerson("홍길동"), environment: here)
        #expect(refused.status == 1 && refused.err.contains("이용이 제한된 계정입니다."), "\(refused)")
        #expect(try await naru.run("people", "enable", id).status == 0)
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)

        #expect(try await naru.run("people", "end-sessions", id).out == "1개를 로그아웃했습니다.\n")
        let over = try await naru.run("shelf", "list", environment: here)
        #expect(over.status == 1 && !over.err.contains("다른 사용자") && over.err.contains("naru login"), "\(over)")
        #expect(try await naru.run("whoami", environment: there).status == 0)
        let ended: [String: Int] = try await json("end-sessions", id)
        #expect(ended == ["ended": 0])

        #expect(try await naru.run("people", "delete", id, "--yes").out == "삭제했습니다.\n")
        let gone = try await naru.run("people", "end-sessions", id)
        #expect(gone.status == 1 && gone.err == "오류: 이 ID의 사용자를 찾을 수 없습니다: \(id)\n", "\(gone)")
        #expect(try await naru.run("people", "enable", "홍길동").err.contains("“홍길동”"))
      }
    }

    @Test(arguments: ["ko_KR.UTF-8", "en_US.UTF-8"])
    func aFolderThatNoServerHasUsedIsNamed(language: String) async throws {
      var naru = naru
      naru.language = language
      let folder = naru.folder.url.appending(path: "elsewhere")
      let output = try await naru.run("people", "list", "--data", folder.path)
      #expect(output.status == 1 && output.out.isEmpty && output.err.contains(folder.path), "\(output)")
      #expect(output.err.contains(language.hasPrefix("ko") ? "서버가 사용한 적이 없는 데이터 폴더" : "No server has used"))
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
  }
}
