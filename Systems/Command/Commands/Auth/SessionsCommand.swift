import ArgumentParser
import Foundation
import Naru
import Squirret

struct SessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: text("로그인한 기기를 보여 주거나 하나를 로그아웃합니다.", "Lists your sessions, or ends one.")
  )

  @Option(help: ArgumentHelp(text("로그아웃할 기기의 ID.", "The ID of the session to end."), valueName: "id"))
  var end: String?

  @OptionGroup var options: ClientOptions

  func validate() throws {
    if let end, UUID(uuidString: end) == nil {
      throw ValidationError(text("세션 ID가 아닙니다: \(end)", "“\(end)” is not the ID of a session."))
    }
  }

  func run() async throws {
    let server = try options.connect()
    let accounts = Accounts.live(server.client)
    if let id = end.flatMap(UUID.init(uuidString:)) {
      try await accounts.endSession(id: id)
      return try server.printRemoved(id.uuidString.lowercased(), text("로그아웃했습니다.", "The session is ended."))
    }
    let sessions = try await accounts.sessions()
    if server.isJSON { return server.printAnswer() }
    Table(
      [
        .init(text("지금", "HERE")), .init(text("제공자", "PROVIDER")), .day(text("로그인", "SINCE")),
        .day(text("마지막", "LAST USED")), .init(text("기기", "DEVICE"), flexible: true), .id,
      ],
      rows: sessions.map { session in
        [
          session.isCurrent ? "*" : "", session.provider.rawValue, session.createdAt.day, session.lastUsedAt.day,
          session.device ?? "", session.id.uuidString.lowercased(),
        ]
      }
    ).print()
  }
}
