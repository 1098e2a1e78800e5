import Configuration
public import Foundation
import Naru
public import SquirretBackend

extension IdentityConfiguration {
  /// The sign-in of a server that people reach: all of it is in the environment, the names are those of
  /// ``local(in:environment:)``, and nothing is made up. There are no stand-ins, the key is not made by itself, and an app gets
  /// tokens in an address only where `NARU_IDENTITY_TOKENS_IN_QUERY` says so.
  ///
  /// - Throws: ``LocalError`` that names every setting that is missing, or on a system that is too old to read settings;
  ///   `IdentityError` for a setting that is wrong.
  public static func production(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> IdentityConfiguration {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      throw LocalError(
        Sentence(
          korean: "`--production`의 설정은 macOS 15부터 읽을 수 있습니다. 시스템을 업데이트해 주세요.",
          english: "The settings of `--production` can be read from macOS 15 on. Update the system."
        )
      )
    }
    let missing = missingSettings(environment)
    guard missing.isEmpty else {
      let list = missing.map { "\n  \($0)" }.joined()
      throw LocalError(
        Sentence(
          korean: "`--production`은 대역 로그인을 쓰지 않으므로 다음 설정이 더 필요합니다.\(list)",
          english: "`--production` has no stand-ins for sign-in, so it needs these settings too:\(list)"
        )
      )
    }
    let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
    return try await IdentityConfiguration(reading: reader.scoped(to: "naru"))
  }

  /// What is not set and has to be.
  private static func missingSettings(_ environment: [String: String]) -> [String] {
    func isSet(_ name: String) -> Bool { environment["NARU_IDENTITY_\(name)"]?.isEmpty == false }
    var missing = ["MASTER_KEY", "PUBLIC_URL"].filter { !isSet($0) }.map { "NARU_IDENTITY_\($0)" }
    let providers = [
      ["KAKAO_CLIENT_ID", "KAKAO_CLIENT_SECRET"], ["NAVER_CLIENT_ID", "NAVER_CLIENT_SECRET"],
      ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
      ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_KEY_FILE"],
    ]
    if !providers.contains(where: { isSet($0[0]) }) {
      let or = "\(Sentence(korean: "또는", english: "or")) "
      missing += providers.enumerated().map { index, names in
        (index == 0 ? "" : or) + names.map { "NARU_IDENTITY_\($0)" }.joined(separator: ", ")
      }
    }
    return missing
  }
}
