import Local
import Naru
import ServedSystem
import Testing

/// The setting of the server's limits.
struct ServerLimitsTests {
  @Test(arguments: ["0", "301", "1.5", "soon", "9223372036854775807"])
  func aTimeOutOfItsRangeIsNamed(value: String) async throws {
    let error = await #expect(throws: MessageError.self) {
      try await LocalBackend(storage: .memory, settings: Settings(environment: ["NARU_SERVER_STOP_SECONDS": value]))
    }
    #expect(error?.localizedMessage.english.contains("NARU_SERVER_STOP_SECONDS") == true)
    #expect(error?.localizedMessage.korean.contains(value) == true)
  }
}
