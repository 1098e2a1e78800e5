#if Lab
  import ArgumentParser

  struct LabCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "서버가 받은 요청을 보고, 서버의 동작을 바꿉니다.",
      "Shows what a server received, and steers the server.",
      commandName: "lab",
      discussion: text(
        "`naru serve`의 실험실(/lab)을 명령으로 씁니다. docs/lab.md에 설명이 있습니다.",
        "The lab of `naru serve` (/lab) as a command. docs/lab.md explains it."
      ),
      subcommands: [
        LabLogCommand.self, LabShowCommand.self, LabAgainCommand.self, LabFaultsCommand.self, LabClockCommand.self,
        LabSnapshotCommand.self, LabPeopleCommand.self, LabCoverageCommand.self,
      ]
    )
  }
#endif
