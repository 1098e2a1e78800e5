import Local
import Naru
import NaruServer
import ServedSystem
import Testing

/// The settings of the server's limits.
struct ServerLimitsTests {
  @Test func withoutSettingsTheLimitsAreTheDefaults() throws {
    #expect(try ServerLimits(Settings.none) == ServerLimits())
  }

  @Test func everyLimitIsASetting() throws {
    let settings = Settings(
      environment: [
        "NARU_SERVER_CONNECTIONS": "7", "NARU_SERVER_HEAD_SECONDS": "1", "NARU_SERVER_IDLE_SECONDS": "2",
        "NARU_SERVER_STALL_SECONDS": "3", "NARU_SERVER_BYTES_PER_SECOND": "4", "NARU_SERVER_STOP_SECONDS": "5",
      ]
    )
    let limits = ServerLimits(
      connections: 7,
      headTimeout: .seconds(1),
      idleTimeout: .seconds(2),
      stallTimeout: .seconds(3),
      minimumRate: 4,
      shutdownGracePeriod: .seconds(5)
    )
    #expect(try ServerLimits(settings) == limits)
  }

  @Test(arguments: [
    ("NARU_SERVER_CONNECTIONS", "0"), ("NARU_SERVER_HEAD_SECONDS", "301"), ("NARU_SERVER_IDLE_SECONDS", "-1"),
    ("NARU_SERVER_STALL_SECONDS", "1.5"), ("NARU_SERVER_BYTES_PER_SECOND", "many"),
    ("NARU_SERVER_STOP_SECONDS", "9223372036854775807"),
  ])
  func aLimitOutOfItsRangeIsNamed(name: String, value: String) async throws {
    let error = await #expect(throws: MessageError.self) {
      try await LocalBackend(storage: .memory, settings: Settings(environment: [name: value]))
    }
    #expect(
      error?.localizedMessage.english.contains(name) == true && error?.localizedMessage.korean.contains(value) == true
    )
  }
}
