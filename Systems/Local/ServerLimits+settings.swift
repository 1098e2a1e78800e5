import Naru
package import NaruServer
package import ServedSystem

extension ServerLimits {
  /// Reads the limits that `Systems/docs/settings.md` lists as `NARU_SERVER_…`.
  package init(_ settings: Settings) throws {
    self.init()
    func seconds(_ setting: Setting) throws -> Duration? { try settings.number(setting).map { .seconds($0) } }
    connections = try settings.number(.serverConnections) ?? connections
    headTimeout = try seconds(.serverHeadSeconds) ?? headTimeout
    idleTimeout = try seconds(.serverIdleSeconds) ?? idleTimeout
    stallTimeout = try seconds(.serverStallSeconds) ?? stallTimeout
    minimumRate = try settings.number(.serverBytesPerSecond) ?? minimumRate
    shutdownGracePeriod = try seconds(.serverStopSeconds) ?? shutdownGracePeriod
  }
}
