import Foundation
import Naru
package import ServedSystem
package import SquirretBackend
import Support

extension IdentityConfiguration {
  /// The sign-in of a public server. Everything is in the settings: no key is created, there are no stand-ins, and an app gets
  /// tokens in the query of the redirect only with ``Setting/tokensInQuery``.
  package static func production(settings: Settings) async throws -> IdentityConfiguration {
    let missing = missingSettings(settings)
    guard missing.isEmpty else {
      let list = missing.map { "\n  \($0)" }.joined()
      throw MessageError(
        korean: "`--production`은 모의 로그인을 쓰지 않으므로 다음 설정이 더 필요합니다.\(list)",
        english: "`--production` has no stand-ins for sign-in, so it also needs these settings:\(list)"
      )
    }
    let configuration = try await IdentityConfiguration(reading: settings.reader)
    try configuration.checkForProduction()
    return configuration
  }

  /// The required settings that are not set, one line each.
  private static func missingSettings(_ settings: Settings) -> [String] {
    let providers: [[Setting]] = [
      [.kakaoClientID, .kakaoClientSecret], [.naverClientID, .naverClientSecret],
      [.googleClientID, .googleClientSecret], [.appleClientID, .appleTeamID, .appleKeyID, .appleKeyFile],
    ]
    var missing = [Setting.masterKey, .publicURL].filter { settings[$0] == nil }.map(\.rawValue)
    if !providers.contains(where: { settings[$0[0]] != nil }) {
      let or = "\(LocalizedMessage(korean: "또는", english: "or")) "
      missing += providers.enumerated().map { index, names in
        (index == 0 ? "" : or) + names.map(\.rawValue).joined(separator: ", ")
      }
    }
    return missing
  }
}
