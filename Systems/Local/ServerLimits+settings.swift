import Naru
package import NaruServer
package import ServedSystem

extension ServerLimits {
  /// Reads the limits that `docs/settings.md` lists as `NARU_SERVER_…`.
  package init(_ settings: Settings) throws {
    self.init()
    func seconds(_ setting: Setting) throws -> Duration? { try settings.number(setting).map { .seconds($0) } }
    connections = try settings.number(.serverConnections) ?? connections
    headTime = try seconds(.serverHeadSeconds) ?? headTime
    idleTime = try seconds(.serverIdleSeconds) ?? idleTime
    stallTime = try seconds(.serverStallSeconds) ?? stallTime
    minimumRate = try settings.number(.serverBytesPerSecond) ?? minimumRate
    stopTime = try seconds(.serverStopSeconds) ?? stopTime
  }
}
