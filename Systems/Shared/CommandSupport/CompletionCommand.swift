package import ArgumentParser
import Foundation
import Naru

/// Prints a completion script of a program.
package struct CompletionCommand<Root: ParsableCommand>: ParsableCommand {
  package static var configuration: CommandConfiguration {
    let program = Root._commandName
    return about(
      "셸의 자동 완성 스크립트를 출력합니다.",
      "Prints a completion script for a shell.",
      name: "completion",
      discussion: """
        bash: \(program) completion bash > ~/.local/share/bash-completion/completions/\(program)
        zsh: \(program) completion zsh > "${fpath[1]}/_\(program)"
        fish: \(program) completion fish > ~/.config/fish/completions/\(program).fish
        """
    )
  }

  @Argument(help: .text("bash, zsh 또는 fish(기본값: $SHELL).", "bash, zsh or fish (default: $SHELL).", valueName: "shell"))
  package var name: String?

  package init() {}

  package func run() throws {
    let name = name ?? CommandContext.current.environment["SHELL"]?.split(separator: "/").last.map(String.init) ?? ""
    let shell = try require(
      CompletionShell(rawValue: name),
      "bash, zsh, fish 가운데 하나를 입력해 주세요: \(name)",
      "Choose bash, zsh or fish, not “\(name)”."
    )
    Terminal.standardOutput.write(Root.completionScript(for: shell) + "\n")
  }
}
