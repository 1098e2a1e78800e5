public import Aladin
import Configuration
public import Foundation
public import Naru

extension AladinItems {
  /// Aladin's open API for a local backend, with the key in the environment variable `NARU_ALADIN_KEY`. `NARU_ALADIN_URL` names another
  /// address than Aladin's own, for tests. `nil` where there is no key.
  ///
  /// - Throws: ``LocalError`` for an address that is none, or settings on a system that is too old to read them.
  public static func local(
    over transport: any Transport,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws -> AladinItems? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      guard environment["NARU_ALADIN_KEY"] == nil else {
        throw LocalError(
          Sentence(
            korean: "NARU_ALADIN_KEY 설정은 macOS 15부터 읽을 수 있습니다. 설정을 지우거나 시스템을 업데이트해 주세요.",
            english: "NARU_ALADIN_KEY can be read from macOS 15 on. Remove the setting, or update the system."
          )
        )
      }
      return nil
    }
    let reader = ConfigReader(provider: EnvironmentVariablesProvider(environmentVariables: environment))
      .scoped(to: "naru.aladin")
    guard let key = reader.string(forKey: "key", isSecret: true), !key.isEmpty else { return nil }
    let address = reader.string(forKey: "url") ?? AladinKey.server.absoluteString
    guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil else {
      throw LocalError(
        Sentence(
          korean: "NARU_ALADIN_URL이 서버 주소가 아닙니다: \(address) (예: \(AladinKey.server))",
          english: "NARU_ALADIN_URL is not the address of a server: \(address) (an example: \(AladinKey.server))"
        )
      )
    }
    // Somebody waits for a search, and there is the catalogue.
    return .live(APIClient(url, transport: transport, middleware: [AladinKey(Secret(key))], timeout: .seconds(4)))
  }
}
