#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  import NaruLab
  import ServedSystem

  /// The options of all commands for the lab of a server.
  struct LabOptions: ParsableArguments {
    @OptionGroup var client: ClientOptions

    @Option(
      help: ArgumentHelp(
        text(
          "실험실의 토큰(기본값: $NARU_LAB_TOKEN). 다른 기기의 서버에만 필요합니다.",
          "The token of the lab (default: $NARU_LAB_TOKEN). Only a server on another machine needs it."
        )
      )
    )
    var token: String?

    /// Whether to print JSON.
    var isJSON: Bool { client.json }

    /// The lab of the server.
    var lab: Lab {
      get throws {
        let token = (token ?? CommandContext.current.settings[.labToken]).map { Secret($0) }
        return Lab.live(
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

  /// The option of commands that work in a space, too.
  struct SpaceOption: ParsableArguments {
    @Option(help: ArgumentHelp(text("이 공간에서만(naru lab space).", "Only in this space (naru lab space).")))
    var space: String?
  }
#endif
