#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem

  /// The options of all commands for the lab of a server.
  struct LabOptions: ParsableArguments, JSONOption {
    @OptionGroup var client: ClientOptions

    @Option(
      help: .text(
        "실험실의 토큰(기본값: $NARU_LAB_TOKEN). 다른 기기의 서버에만 필요합니다.",
        "The token of the lab (default: $NARU_LAB_TOKEN). Only a server on another machine needs it."
      )
    )
    var token: String?

    /// Whether to print JSON.
    var json: Bool { client.json }

    /// The lab of the server.
    var lab: LabAPI {
      get throws {
        let token = (token ?? CommandContext.current.settings[.labToken]).map { Secret($0) }
        return LabAPI.live(
          APIClient(
            try client.server,
            transport: CommandContext.current.transport,
            middleware: token.map { [LabToken($0)] } ?? [],
            timeout: .seconds(30),
            allowsInsecureHTTP: client.allowHttp
          )
        )
      }
    }
  }
#endif
