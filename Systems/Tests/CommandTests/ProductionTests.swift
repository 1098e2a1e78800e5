import Foundation
import NIOHTTP1
import StorageTesting
import SystemTesting
import Testing

extension ProcessTests {
  /// `naru-server serve --production`, and the warning of a reachable server without it.
  struct ProductionTests {
    private var naru = NaruProcess()
    private static let settings = [
      "NARU_IDENTITY_MASTER_KEY": Data(repeating: 5, count: 32).base64EncodedString(),
      "NARU_IDENTITY_PUBLIC_URL": "https://api.example.com",
      "NARU_IDENTITY_KAKAO_CLIENT_ID": "kakao-id", "NARU_IDENTITY_KAKAO_CLIENT_SECRET": "kakao-secret",
    ]

    @Test(arguments: ["ko_KR.UTF-8", "en_US.UTF-8"])
    func missingSettingsAreNamed(language: String) async throws {
      var naru = naru
      naru.language = language
      let output = try await naru.run("serve", "--production", "--port", "0")
      #expect(output.status == 1 && output.out.isEmpty)
      for name in ["MASTER_KEY", "PUBLIC_URL", "KAKAO_CLIENT_SECRET", "NAVER_CLIENT_ID", "APPLE_KEY_FILE"] {
        #expect(output.err.contains("NARU_IDENTITY_\(name)"), "\(output.err)")
      }
      #expect(output.err.contains(language.hasPrefix("ko") ? "다음 설정이 더 필요합니다" : "also needs these settings"))
      // No key was created.
      #expect(!FileManager.default.fileExists(atPath: naru.folder.url.appending(path: "identity.key").path))
    }

    @Test(arguments: [["--demo"], ["--memory"], ["--faults", "plan.json"]])
    func optionsForTryingOutAreRejected(options: [String]) async throws {
      let arguments = ["serve", "--production", "--port", "0"] + options
      let output = try await naru.run(arguments, environment: Self.settings)
      #expect(output.status == 64 && output.err.contains("`\(options[0])`"), "\(output.err)")
    }

    #if HTTPS
      @Test(arguments: [nil, "true"])
      func thereIsNoLabAndADocumentOnlyIfItIsAskedFor(setting: String?) async throws {
        try await naru.copyData()
        var settings = Self.settings
        settings["NARU_OPENAPI"] = setting
        try await naru.serve(["--production"], environment: settings) { url, _ in
          let documents: UInt = setting == nil ? 404 : 200
          let expected: KeyValuePairs = [
            "/openapi.json": documents, "/openapi/dori.yaml": documents, "/lab": 404, "/lab/api/clock": 404,
          ]
          for (path, status) in expected {
            let answer = try await TestPerson("").send(.GET, "\(url.absoluteString)\(path)")
            #expect(answer.status.code == status, "\(path)")
          }
        }
      }

      @Test func thereAreNoStandInsAndNoTokensInAddresses() async throws {
        try await naru.copyData()
        try await naru.serve(["--production"], environment: Self.settings) { url, _ in
          func location(_ path: String) async throws -> (status: UInt, location: String) {
            let answer = try await TestPerson("").send(.GET, "\(url.absoluteString)\(path)")
            return (answer.status.code, answer.location ?? "")
          }
          #expect(try await location("/stand-in/kakao").status == 404)
          #expect(try await location("/oauth2/authorization/naver").status == 404)
          let refused = try await location("/oauth2/authorization/kakao").location
          #expect(refused == "squirret://auth/callback?error=invalid_request&iss=https%3A%2F%2Fapi.example.com")
          let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
          let begun = try await location(
            "/oauth2/authorization/kakao?code_challenge=\(challenge)&code_challenge_method=S256&redirect_uri=https://evil.example"
          )
          #expect(begun.status == 400 && begun.location.isEmpty)
          let allowed = try await location(
            "/oauth2/authorization/kakao?code_challenge=\(challenge)&code_challenge_method=S256"
          )
          #expect(allowed.location.hasPrefix("https://kauth.kakao.com/oauth/authorize?"))
          #expect(
            allowed.location.contains("redirect_uri=https%3A%2F%2Fapi.example.com%2Flogin%2Foauth2%2Fcode%2Fkakao")
          )
        }
        let log = try String(contentsOf: naru.log, encoding: .utf8)
        #expect(log.contains("NARU_IDENTITY_TRUSTED_PROXIES") && !log.contains("모의 로그인으로"))
        #expect(!FileManager.default.fileExists(atPath: naru.folder.url.appending(path: "identity.key").path))
      }
    #else
      @Test(arguments: [["serve", "--production", "--port", "0"], ["people", "list"]])
      func aProviderNeedsHTTPS(arguments: [String]) async throws {
        try await naru.copyData()
        let output = try await naru.run(arguments, environment: Self.settings)
        #expect(output.status == 1 && output.err.contains("--traits default,HTTPS"), "\(output)")
      }
    #endif

    @Test(arguments: [("127.0.0.1", false), ("localhost", false), ("0.0.0.0", true)])
    func reachableStandInsCauseAWarning(host: String, isWarned: Bool) async throws {
      var naru = naru
      try await naru.copyData()
      for (language, words) in [("ko_KR.UTF-8", "누구나 모의 로그인으로"), ("en_US.UTF-8", "can sign in as anybody")] {
        naru.language = language
        try await naru.serve(["--host", host, "--quiet"]) { _, _ in }
        let log = try String(contentsOf: naru.log, encoding: .utf8)
        #expect(log.contains(words) == isWarned, "\(log)")
      }
    }
  }
}
