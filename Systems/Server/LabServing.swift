import Support

#if Lab
  import ArgumentParser
  import CommandSupport
  import Foundation
  import Local
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem
  import SquirretBackend

  /// The lab of `naru serve`.
  struct LabServing: ParsableArguments {
    @Flag(
      name: .customLong("no-lab"),
      help: .text("랩(/lab)을 열지 않습니다.", "Don't serve the lab (/lab), which shows and steers requests.")
    )
    var isOff = false

    @Option(
      help: .text(
        "랩이 일으킬 장애 시나리오의 JSON 파일. docs/lab.md에 형식이 있습니다.",
        "A JSON file with a plan of faults for the lab; docs/lab.md has the format.",
        valueName: "file"
      ),
      transform: notBlank
    )
    var faults: String?

    /// The clock that the server reads.
    let clock = LabClock()

    private enum CodingKeys: String, CodingKey {
      case isOff, faults
    }

    func validate() throws {
      try require(
        !isOff || faults == nil,
        "`--no-lab`과 `--faults`는 함께 쓸 수 없습니다.",
        "`--no-lab` can't be used with `--faults`."
      )
    }

    /// Gives a backend its lab.
    func start(
      on backend: inout LocalBackend,
      host: String,
      _ settings: Settings
    ) async throws -> (@Sendable (_ port: Int) -> String)? {
      guard !isOff else { return nil }
      let host = ServerHost(host)
      let isOpen = host.isLocal && !settings.mayHaveProxy
      let token = try settings[.labToken].map(Self.checked) ?? (isOpen ? nil : Secret(Randomness.text()))
      backend = try await backend.withLab(clock: clock, plan: plan(), token: token).backend
      return { port in
        "http://\(host.authority):\(port)/lab" + (token.map { "?token=\($0.revealed)" } ?? "")
      }
    }

    private func plan() throws -> Fault.Plan {
      try faults.map { try Fault.Plan(file: $0) } ?? Fault.Plan()
    }

    private static func checked(_ token: String) throws -> Secret {
      guard token.wholeMatch(of: /[A-Za-z0-9_-]{16,200}/) != nil else {
        throw MessageError(
          korean: "NARU_LAB_TOKEN은 영문자, 숫자, “-”, “_”로 된 16자 이상 200자 이하여야 합니다.",
          english: "NARU_LAB_TOKEN must be 16 to 200 letters, digits, “-” and “_”."
        )
      }
      return Secret(token)
    }
  }

  extension Settings {
    /// Whether others may reach the server through a proxy on this machine, whose requests look like the machine's own.
    fileprivate var mayHaveProxy: Bool {
      let settings: [Setting] = [
        .publicURL, .trustedProxies, .kakaoClientID, .naverClientID, .googleClientID, .appleClientID,
      ]
      return settings.contains { self[$0] != nil }
    }
  }

  extension Fault.Plan {
    /// Reads a plan from a file.
    init(file path: String) throws {
      do {
        self = try BareJSON.json.decode(Fault.Plan.self, from: Data(contentsOf: URL(filePath: path)))
      } catch {
        let reason = (error as? DecodingError).map { "\($0)" } ?? Failure(error).message
        throw MessageError(
          korean: "장애 시나리오 파일을 읽을 수 없습니다: \(path) (\(reason))",
          english: "The plan of faults \(path) can't be read: \(reason)",
          underlyingError: error
        )
      }
    }
  }
#endif
