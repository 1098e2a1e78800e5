import ArgumentParser
import Foundation
import Naru

struct CompletionCommand: ParsableCommand {
  static let configuration = about(
    "셸의 자동 완성 스크립트를 출력합니다.",
    "Prints a completion script for a shell.",
    name: "completion",
    discussion: """
      bash: naru completion bash > ~/.local/share/bash-completion/completions/naru
      zsh: naru completion zsh > "${fpath[1]}/_naru"
      fish: naru completion fish > ~/.config/fish/completions/naru.fish
      """
  )

  @Argument(help: .text("bash, zsh 또는 fish(기본값: $SHELL).", "bash, zsh or fish (default: $SHELL).", valueName: "shell"))
  var name: String?

  func run() throws {
    let name = name ?? CommandContext.current.environment["SHELL"].map { URL(filePath: $0).lastPathComponent } ?? ""
    let shell = try require(
      CompletionShell(rawValue: name),
      "bash, zsh, fish 가운데 하나를 입력해 주세요: \(name)",
      "Choose bash, zsh or fish, not “\(name)”."
    )
    Terminal.standardOutput.write(NaruCommand.completionScript(for: shell) + "\n")
  }
}
