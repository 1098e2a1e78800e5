package import Configuration
import Foundation

/// The `NARU_*` settings of a server or the command, from the environment. An empty variable counts as not set.
package struct Settings: Sendable {
  /// Reads keys without the prefix: the key `identity.public-url` is `NARU_IDENTITY_PUBLIC_URL`.
  package let reader: ConfigReader

  /// Reads settings from environment variables.
  ///
  /// - Parameters:
  ///   - environment: the variables.
  ///   - accessReporter: is told about every key that is read.
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
}
