import ArgumentParser
import Naru
import NaruLocal

struct TokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: text(
      "개발용 토큰을 출력합니다. 같은 이름은 언제나 같은 사람입니다.",
      "Prints a token for development. The same name is always the same person."
    ),
    discussion: "export NARU_TOKEN=$(naru token --user 홍길동)"
  )

  @Option(help: ArgumentHelp(text("사람의 이름.", "The person's name."), valueName: "name"))
  var user: String

  @OptionGroup var data: DataOptions

  @Flag(help: ArgumentHelp(text("JSON으로 출력합니다.", "Prints JSON.")))
  var json = false

  func run() async throws {
    let token = try await DevelopmentTokens(in: data.folder).token(for: user)
    if json { return try printJSON(["token": token.revealed]) }
    Terminal.standardOutput.write(token.revealed + "\n")
  }
}
