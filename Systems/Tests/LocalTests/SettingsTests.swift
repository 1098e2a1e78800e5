import Configuration
import DockDock
import Foundation
import HTTPTypes
import Local
import Naru
import ServedSystem
import SquirretBackend
import Support
import Testing

/// The settings, and their documentation.
struct SettingsTests {
  /// The root of the repository.
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    .standardizedFileURL

  /// The meaning, the default and the values of each setting on the page.
  private static func rows() throws -> [String: (meaning: String, fallback: String, values: String)] {
    let page = try String(contentsOf: root.appending(path: "Systems/docs/settings.md"), encoding: .utf8)
    let rows = page.matches(of: /\| `(NARU_[A-Z_]+)` \| (.+?) \| (.*?) \| (.+?) \|\n/)
    return Dictionary(
      uniqueKeysWithValues: rows.map { (String($0.1), (String($0.2), String($0.3), String($0.4))) }
    )
  }

  @Test func thePageListsAllSettingsWithTheirBounds() throws {
    let rows = try Self.rows()
    #expect(Set(rows.keys) == Set(Setting.allCases.map(\.rawValue)))
    for setting in Setting.allCases {
      let row = try #require(rows[setting.rawValue])
      #expect(row.meaning.hasSuffix("Secret.") == setting.isSecret, "\(setting)")
      guard let bounds = setting.bounds else { continue }
      let values = "\(bounds.lowerBound) to \(bounds.upperBound)"
      #expect(row.values.hasPrefix(values) || setting == .writesPerMinute, "\(setting)")
    }
  }

  /// The sources of the systems name no other settings.
  @Test func everySettingInTheSourcesIsListed() throws {
    let systems = Self.root.appending(path: "Systems")
    let files = try #require(FileManager.default.enumerator(atPath: systems.path))
    var names: Set<String> = []
    for case let path as String in files {
      if path.hasPrefix(".build") {
        files.skipDescendants()
        continue
      }
      // Tests of wrong settings name some that don't exist.
      guard path.hasSuffix(".swift"), !path.contains(/(Settings|Suggestion)Tests/) else { continue }
      let text = try String(contentsOf: systems.appending(path: path), encoding: .utf8)
      names.formUnion(text.matches(of: /NARU_[A-Z_]*[A-Z]/).map { String($0.0) })
    }
    #expect(names.contains("NARU_DATA"))
    names.remove("NARU_IDENTITY")  // The beginning of names.
    #expect(names.subtracting(Setting.allCases.map(\.rawValue)) == [])
  }

  @Test func everySettingThatTheSignInReadsIsListed() async throws {
    let names = Locked<Set<String>>([])
    let settings = Settings(
      environment: [
        "NARU_IDENTITY_MASTER_KEY": Data(repeating: 5, count: 32).base64EncodedString(),
        "NARU_IDENTITY_PUBLIC_URL": "https://api.example.com",
        "NARU_IDENTITY_KAKAO_CLIENT_ID": "id", "NARU_IDENTITY_KAKAO_CLIENT_SECRET": "secret",
        "NARU_IDENTITY_NAVER_CLIENT_ID": "id", "NARU_IDENTITY_NAVER_CLIENT_SECRET": "secret",
        "NARU_IDENTITY_GOOGLE_CLIENT_ID": "id", "NARU_IDENTITY_GOOGLE_CLIENT_SECRET": "secret",
        "NARU_IDENTITY_SUPABASE_SECRET": "secret", "NARU_IDENTITY_SUPABASE_ISSUER": "https://project.example.com",
      ],
      accessReporter: Recorder(names: names)
    )
    _ = try await IdentityConfiguration.production(settings: settings)
    let listed = Set(Setting.allCases.map(\.rawValue))
    #expect(names.withLock { $0 }.subtracting(listed) == [])
    #expect(names.withLock { $0.count } > 15)
  }

  /// Remembers the names of the variables.
  private struct Recorder: AccessReporter {
    let names: Locked<Set<String>>

    func report(_ event: AccessEvent) {
      let name = event.metadata.key.components.joined(separator: "_").uppercased().replacing("-", with: "_")
      names.withLock { _ = $0.insert(name) }
    }
  }

  @Test(arguments: [Setting.writesPerMinute, .idempotencyDays, .serverStopSeconds])
  func aNumberOutOfItsBoundsIsRejectedAtStart(setting: Setting) async throws {
    let bounds = try #require(setting.bounds)
    for text in ["\(bounds.lowerBound - 1)", "\(bounds.upperBound + 1)", "\(Int.max)", "1.5", "soon"] {
      let settings = Settings(environment: [setting.rawValue: text])
      let error = await #expect(throws: MessageError.self) {
        try await LocalBackend(storage: .memory, settings: settings)
      }
      #expect(error?.localizedMessage.english.contains(setting.rawValue) == true)
      #expect(error?.localizedMessage.korean.contains(text) == true)
    }
  }

  @Test func anEmptyVariableIsNotSet() {
    let settings = Settings(environment: ["NARU_URL": "", "NARU_DATA": "/data"])
    #expect(settings[.url] == nil && settings[.data] == "/data")
  }
}
