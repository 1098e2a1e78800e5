import Configuration
public import Foundation
import Naru
public import SquirretBackend

extension IdentityConfiguration {
  /// The sign-in of a local backend: its key is in the data folder, and settings are in the environment, such as
  /// `NARU_IDENTITY_KAKAO_CLIENT_ID` and `NARU_IDENTITY_PUBLIC_URL`. Apps in the field may have their tokens in the address.
  ///
  /// - Throws: ``LocalError`` if the key can't be read or made, or there are settings on a system that is too old to read them;
  ///   `IdentityError` for a setting that is wrong or missing.
  public static func local(
    in folder: DataFolder,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> IdentityConfiguration {
    let masterKey = try MasterKey(folder.identityKey())
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
      return try await IdentityConfiguration(
        reading: reader.scoped(to: "naru"),
        masterKey: masterKey,
        allowsTokensInQuery: true
      )
    }
    if let name = environment.keys.first(where: { $0.hasPrefix("NARU_IDENTITY_") }) {
      throw LocalError(
        Sentence(
          korean: "\(name) 설정은 macOS 15부터 읽을 수 있습니다. 설정을 지우거나 시스템을 업데이트해 주세요.",
          english: "\(name) can be read from macOS 15 on. Remove the setting, or update the system."
        )
      )
    }
    var configuration = IdentityConfiguration(masterKey: masterKey)
    configuration.allowsTokensInQuery = true
    return configuration
  }
}
