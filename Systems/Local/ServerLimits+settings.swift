import NaruServer
import ServedSystem

extension ServerLimits {
  /// The standard limits, with ``Setting/serverStopSeconds``.
  init(_ settings: Settings) throws {
    self.init()
    shutdownGracePeriod = try settings.number(.serverStopSeconds).map { .seconds($0) } ?? shutdownGracePeriod
  }
}
