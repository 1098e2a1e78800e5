#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab

  /// A fault with its values, for commands that add a rule.
  struct LabFaultOptions: ParsableArguments {
    @Argument(
      help: .text(
        "장애: \(LabAPI.Fault.names.joined(separator: ", ")).",
        "The fault: \(LabAPI.Fault.names.joined(separator: ", "))."
      )
    )
    var fault: String

    @Option(help: .text("delay의 시간(밀리초).", "The time of delay in milliseconds.", valueName: "ms"))
    var milliseconds: Int?

    @Option(help: .text("delay의 편차(밀리초).", "The jitter of delay in milliseconds.", valueName: "ms"))
    var jitter: Int?

    @Option(help: .text("status의 코드, 400부터 599까지.", "The code of status, 400 to 599."))
    var code: Int?

    @Option(help: .text("status의 Retry-After(초).", "Retry-After of status in seconds.", valueName: "s"))
    var retryAfter: Int?

    @Option(help: .text("slowBody의 속도(바이트/초).", "The speed of slowBody in bytes a second.", valueName: "n"))
    var bytesPerSecond: Int?

    /// The fault with its values, read as the JSON of a plan is.
    var kind: LabAPI.Fault {
      get throws {
        var object: [String: Any] = ["kind": fault]
        object["milliseconds"] = milliseconds
        object["jitter"] = jitter
        object["code"] = code
        object["retryAfter"] = retryAfter
        object["bytesPerSecond"] = bytesPerSecond
        do {
          return try BareJSON.json.decode(LabAPI.Fault.self, from: JSONSerialization.data(withJSONObject: object))
        } catch is DecodingError {
          throw ValidationError(
            "없는 장애이거나 값이 빠졌습니다: \(fault). delay에는 --milliseconds, status에는 --code, slowBody에는 --bytes-per-second가 필요합니다.",
            """
            “\(fault)” does not exist, or a value is missing: delay needs --milliseconds, status --code, and slowBody \
            --bytes-per-second.
            """
          )
        }
      }
    }
  }
#endif
