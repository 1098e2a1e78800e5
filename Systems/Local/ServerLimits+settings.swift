import Naru
package import NaruServer
package import ServedSystem

extension ServerLimits {
  /// Reads the limits that `docs/settings.md` lists as `NARU_SERVER_…`.
  ///
  /// - Parameter settings: the settings.
  /// - Throws: `SentenceError` that names a setting which is not a number in its range.
  package init(_ settings: Settings) throws {
    self.init()
    func number(_ setting: Setting, _ range: ClosedRange<Int>) throws -> Int? {
      guard let text = settings[setting] else { return nil }
      let name = setting.rawValue
      guard let number = Int(text), range.contains(number) else {
        throw SentenceError(
          Sentence(
            korean: "\(name) 값은 \(range.lowerBound)부터 \(range.upperBound)까지의 정수여야 합니다: \(text)",
            english: "\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”."
          )
        )
      }
      return number
    }
    func seconds(_ setting: Setting, upTo maximum: Int) throws -> Duration? {
      try number(setting, 1...maximum).map { .seconds($0) }
    }
    connections = try number(.serverConnections, 1...1_000_000) ?? connections
    headTime = try seconds(.serverHeadSeconds, upTo: 300) ?? headTime
    idleTime = try seconds(.serverIdleSeconds, upTo: 3600) ?? idleTime
    stallTime = try seconds(.serverStallSeconds, upTo: 600) ?? stallTime
    minimumRate = try number(.serverBytesPerSecond, 1...1_000_000_000) ?? minimumRate
    stopTime = try seconds(.serverStopSeconds, upTo: 300) ?? stopTime
  }
}
