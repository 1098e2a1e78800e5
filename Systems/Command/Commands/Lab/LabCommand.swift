#if Lab
  import ArgumentParser
  import Foundation
  import Naru
  @_spi(Lab) import NaruLab
  import ServedSystem

  struct LabCommand: AsyncParsableCommand {
    static let configuration = about(
      "서버가 받은 요청을 보고, 서버의 동작을 바꿉니다.",
      "Shows what a server received, and steers the server.",
      name: "lab",
      discussion: text(
        "`naru serve`의 랩(/lab)을 명령으로 씁니다. docs/lab.md에 설명이 있습니다.",
        "The lab of `naru serve` (/lab) as a command. docs/lab.md explains it."
      ),
      subcommands: [
        LabLogCommand.self, LabShowCommand.self, LabAgainCommand.self, LabFaultsCommand.self, LabClockCommand.self,
        LabSnapshotCommand.self, LabPeopleCommand.self, LabCoverageCommand.self, LabReleasesCommand.self,
      ]
    )
  }

  /// The options of all commands for the lab of a server.
  struct LabOptions: ParsableArguments, JSONOption {
    @OptionGroup var client: ClientOptions

    @Option(
      help: .text(
        "랩의 토큰(기본값: $NARU_LAB_TOKEN). 다른 기기의 서버에만 필요합니다.",
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
