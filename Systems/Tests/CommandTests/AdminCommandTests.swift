import Foundation
import SystemTesting
import Testing

extension ProcessTests {
  /// `naru admin`, on the data folder of a server that is running.
  struct AdminCommandTests {
    private var naru = NaruProcess()

    /// Runs a command of the operator with `--json`.
    private func json<Value>(_ arguments: String...) async throws -> Value {
      try await naru.run(["admin"] + arguments + ["--json"]).json()
    }

    @Test func peopleAndSessionsAreOperatedBesideARunningServer() async throws {
      try await naru.onServer { url, _ in
        let here = ["NARU_URL": url.absoluteString]
        let there = here.merging(["XDG_STATE_HOME": naru.folder.appending(path: "there").path]) { $1 }
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)
        #expect(try await naru.login(TestPerson("김나루"), environment: there).status == 0)
        let table = try await naru.run("admin", "people", "list")
        #expect(table.status == 0 && table.lines.last == "모두 2명" && table.out.contains("김나루"), "\(table)")
        let people: [[String: Any]] = try await json("people", "list", "--search", "홍길동")
        let id = try #require(people.first?["id"] as? String)
        #expect(people.count == 1 && people[0]["sessions"] as? Int == 1)

        // Without a terminal, there is nobody to ask.
        let asked = try await naru.run("admin", "people", "disable", id)
        #expect(asked.status != 0 && asked.err.contains("--yes") && asked.err.contains("홍길동"), "\(asked)")
        #expect(try await naru.run("whoami", environment: here).status == 0)

        let disabled: [String: Any] = try await json("people", "disable", id, "--yes")
        #expect(disabled["disabledAt"] is String && disabled["sessions"] as? Int == 0)
        #expect(try await naru.run("whoami", environment: here).status == 1)
        let refused = try await naru.login(TestPerson("홍길동"), environment: here)
        #expect(refused.status == 1 && refused.err.contains("이용이 제한된 계정입니다."), "\(refused)")
        #expect(try await naru.run("admin", "people", "enable", id).status == 0)
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)

        let sessions: [[String: Any]] = try await json("sessions", "list", "--person", id)
        let session = try #require(sessions.first?["id"] as? String)
        #expect(sessions.count == 1 && sessions[0]["name"] as? String == "홍길동")
        #expect(try await naru.run("admin", "sessions", "end", session).out == "1개를 로그아웃했습니다.\n")
        #expect(try await naru.run("whoami", environment: here).status == 1)
        #expect(try await naru.run("whoami", environment: there).status == 0)
        let ended: [String: Int] = try await json("sessions", "end", "--all", "--yes")
        #expect(ended == ["ended": 1])
        #expect(try await naru.run("whoami", environment: there).status == 1)

        #expect(try await naru.run("admin", "people", "delete", id, "--yes").out == "삭제했습니다.\n")
        let gone = try await naru.run("admin", "people", "show", id)
        #expect(gone.status == 1 && gone.err == "오류: 이 ID의 사용자를 찾을 수 없습니다: \(id)\n", "\(gone)")
        #expect(try await naru.run("admin", "people", "show", "홍길동").err.contains("ID가 아닙니다: 홍길동"))
      }
    }

    @Test func theAuditLogIsReadAndPruned() async throws {
      try await naru.onServer { url, _ in
        #expect(try await naru.login(TestPerson("홍길동"), environment: ["NARU_URL": url.absoluteString]).status == 0)
        let events: [[String: Any]] = try await json("audit", "list")
        #expect(events.map { $0["kind"] as? String } == ["signedIn", "accountCreated"])
        #expect(events.allSatisfy { $0["address"] as? String == "127.0.0.1" }, "\(events)")
        let person = try #require(events[0]["person"] as? String)
        for (limits, count) in [([], 1), (["--since", "2000-01-01"], 1), (["--before", "2000-01-01T00:00:00Z"], 0)] {
          let some = ["admin", "audit", "list", "--json", "--person", person, "--kind", "signedIn"] + limits
          let events: [[String: Any]] = try await naru.run(some).json()
          #expect(events.count == count, "\(limits)")
        }
        let table = try await naru.run("admin", "audit", "list", "--limit", "1")
        #expect(table.lines.suffix(2) == ["모두 2건", "더 있습니다: --page 2"] && table.out.contains("127.0.0.1"), "\(table)")
        let bad = try await naru.run("admin", "audit", "list", "--since", "gestern")
        #expect(bad.status != 0 && bad.err.contains("gestern") && bad.err.contains("2026-11-21"), "\(bad)")

        #expect(try await naru.run("admin", "audit", "prune", "--yes").out == "0건을 삭제했습니다.\n")
        let pruned: [String: Int] = try await json("audit", "prune", "--before", "2999-01-01", "--yes")
        #expect(pruned == ["pruned": 2])
        let left: [[String: Any]] = try await json("audit", "list")
        #expect(left.map { $0["kind"] as? String } == ["auditPruned"])
        #expect((left[0]["device"] as? String)?.hasPrefix("naru admin (") == true && left[0]["address"] == nil)
      }
    }

    @Test func keysAreRotatedWithoutSigningAnybodyOut() async throws {
      defer { naru.remove() }
      try await naru.copyData()
      let file = naru.folder.appending(path: "identity.key")
      let here = try await naru.serve { url, _ in
        let here = ["NARU_URL": url.absoluteString]
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)
        let old = try Data(contentsOf: file)
        let listed = try await naru.run("admin", "keys", "list")
        #expect(listed.lines.count == 3 && listed.out.contains("HS256") && listed.out.contains("사용 중"), "\(listed)")
        let signing: [[String: Any]] = try await json("keys", "rotate")
        #expect(signing.map { $0["state"] as? String } == ["active", "active", "retired"])
        let master: [[String: Any]] = try await json("keys", "rotate-master")
        let masters = [listed.lines[1].split(separator: " ").last.map(String.init), master.first?["id"] as? String]
        #expect(Set(masters).count == 2 && master.count == 3)
        let new = try Data(contentsOf: file)
        #expect(new.count == 32 && new != old)
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        #expect(try await naru.run("whoami", environment: here).status == 0)
        #expect(try await naru.run("admin", "keys", "rotate", "--revoke-previous", "--yes").status == 0)
        // The command renews its access token.
        #expect(try await naru.run("whoami", environment: here).status == 0)
        return here
      }
      let port = try #require(here["NARU_URL"]?.split(separator: ":").last.map(String.init))
      try await naru.serve(["--port", port]) { _, _ in
        let me = try await naru.run("whoami", environment: here)
        #expect(me.status == 0, "\(me)")
      }
      // The key is lost.
      try FileManager.default.removeItem(at: file)
      #expect(try await naru.run("admin", "keys", "reset", "--yes").out.hasPrefix("키를 버리고 1개를 로그아웃했습니다."))
      try await naru.serve(["--port", port]) { _, _ in
        let me = try await naru.run("whoami", environment: here)
        #expect(me.status == 1, "\(me)")
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)
      }
    }

    @Test func aMasterKeyInTheEnvironmentIsRotatedInTwoSteps() async throws {
      var naru = naru
      naru.language = "en_US.UTF-8"
      defer { naru.remove() }
      try await naru.copyData()
      func environment(_ key: String) -> [String: String] { ["NARU_IDENTITY_MASTER_KEY": key] }
      let old = environment(Data(repeating: 5, count: 32).base64EncodedString())
      let file = naru.folder.appending(path: "new.key")
      try await naru.serve(environment: old) { url, _ in
        let here = ["NARU_URL": url.absoluteString]
        #expect(try await naru.login(TestPerson("홍길동"), environment: here).status == 0)
        let missing = try await naru.run("admin", "keys", "rotate-master", environment: old)
        #expect(missing.status != 0 && missing.err.contains("--key-file"), "\(missing)")
        let rotated = try await naru.run("admin", "keys", "rotate-master", "--key-file", file.path, environment: old)
        #expect(rotated.status == 0 && rotated.out.contains("being replaced"), "\(rotated)")
        #expect(rotated.lines.last?.contains("retire-master") == true)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!rotated.out.contains(text.dropLast()))
        let new = environment(String(text.dropLast()))
        for key in [old, new] {
          #expect(try await naru.run("admin", "people", "list", environment: key).status == 0)
        }
        // The first rotation is finished first.
        let other = naru.folder.appending(path: "other.key").path
        let again = try await naru.run("admin", "keys", "rotate-master", "--key-file", other, environment: new)
        #expect(again.status == 1 && again.err.contains("retire-master"), "\(again)")
        #expect(try await naru.run("admin", "keys", "retire-master", "--yes", environment: new).status == 0)
        let taken = try await naru.run("admin", "keys", "rotate-master", "--key-file", file.path, environment: new)
        #expect(taken.status == 1 && taken.err.contains("already exists"), "\(taken)")
        let refused = try await naru.run("admin", "people", "list", environment: old)
        #expect(refused.status == 1 && refused.err.contains("another master key"), "\(refused)")
        #expect(try await naru.run("whoami", environment: here).status == 0)
      }
    }

    @Test(arguments: ["ko_KR.UTF-8", "en_US.UTF-8"])
    func aFolderThatNoServerHasUsedIsNamed(language: String) async throws {
      var naru = naru
      naru.language = language
      defer { naru.remove() }
      let folder = naru.folder.appending(path: "elsewhere")
      let output = try await naru.run("admin", "people", "list", "--data", folder.path)
      #expect(output.status == 1 && output.out.isEmpty && output.err.contains(folder.path), "\(output)")
      #expect(output.err.contains(language.hasPrefix("ko") ? "서버가 사용한 적이 없는 데이터 폴더" : "No server has used"))
      #expect(!FileManager.default.fileExists(atPath: folder.path))
    }
  }
}
