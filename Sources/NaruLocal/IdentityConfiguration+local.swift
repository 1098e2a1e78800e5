import Configuration
public import Foundation
public import NaruIdentity

extension IdentityConfiguration {
  /// The sign-in of a local backend: its key is in the data folder, and settings are in the environment, such as
  /// `NARU_IDENTITY_KAKAO_CLIENT_ID` and `NARU_IDENTITY_PUBLIC_URL`. Apps in the field may have their tokens in the address.
  ///
  /// - Throws: ``LocalError`` if the key can't be read or made, or `IdentityError` for a setting that is wrong or missing.
  public static func local(
    in folder: DataFolder,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> IdentityConfiguration {
    let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
    return try await IdentityConfiguration(
      reading: reader.scoped(to: "naru"),
      masterKey: MasterKey(folder.identityKey()),
      allowsTokensInQuery: true
    )
  }
}
