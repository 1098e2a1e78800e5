package import Configuration
package import Foundation
import Naru
import Support

/// The `NARU_*` settings of a server or the command, from the environment. An empty variable counts as not set.
package struct Settings: Sendable {
  /// Reads keys without the prefix: the key `identity.public-url` is `NARU_IDENTITY_PUBLIC_URL`.
  package let reader: ConfigReader

  /// Reads settings from environment variables.
  package init(environment: [String: String], accessReporter: (any AccessReporter)? = nil) {
    let provider = EnvironmentVariablesProvider(environmentVariables: environment.filter { !$0.value.isEmpty })
    reader = ConfigReader(provider: provider, accessReporter: accessReporter).scoped(to: "naru")
  }

  /// The settings of this process.
  package static var process: Settings { Settings(environment: ProcessInfo.processInfo.environment) }

  /// No settings: every one has its default.
  package static var none: Settings { Settings(environment: [:]) }

  /// The value of a setting. `nil` if it is not set.
  package subscript(setting: Setting) -> String? {
    reader.string(forKey: ConfigKey([setting.key]), isSecret: setting.isSecret)
  }

  /// The value of a setting that is a number. `nil` if it is not set.
  package func number(_ setting: Setting) throws -> Int? {
    guard let text = self[setting] else { return nil }
    let bounds = setting.bounds ?? .min ... .max
    guard let number = Int(text), bounds.contains(number) else {
      throw MessageError(
        korean: "\(setting.rawValue) 값은 \(bounds.lowerBound) 이상 \(bounds.upperBound) 이하의 정수여야 합니다: \(text)",
        english: """
          \(setting.rawValue) must be a whole number from \(bounds.lowerBound) to \(bounds.upperBound), not \(text).
          """
      )
    }
    return number
  }

  /// The address that users reach the server at. `nil` if it is not set.
  package var publicURL: URL? {
    get throws {
      guard let text = self[.publicURL] else { return nil }
      guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else {
        throw MessageError(
          korean: "\(Setting.publicURL.rawValue)이 서버 주소가 아닙니다: “\(text)” (예: https://api.example.com)",
          english:
            "\(Setting.publicURL.rawValue) is not the address of a server: “\(text)” (example: https://api.example.com)"
        )
      }
      return url
    }
  }

  /// Whether the server has the OpenAPI documents of its systems. `nil` if it is not set.
  package var isDescribed: Bool? {
    get throws {
      guard let text = self[.openAPI] else { return nil }
      guard let value = Bool(text.lowercased()) else {
        throw MessageError(
          korean: "\(Setting.openAPI.rawValue) 값은 true 또는 false여야 합니다: “\(text)”",
          english: "\(Setting.openAPI.rawValue) must be true or false, not “\(text)”."
        )
      }
      return value
    }
  }
}
