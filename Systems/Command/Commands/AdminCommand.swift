import ArgumentParser

struct AdminCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "서버를 운영합니다: 사람, 로그인, 감사 기록, 키.",
    "Operates a server: people, sessions, the audit log and keys.",
    commandName: "admin",
    discussion: text(
      """
      데이터 폴더가 있는 컴퓨터에서, 서버와 같은 환경 변수로 실행하세요. 서버가 켜져 있어도 되고, 바뀐 것은 바로 적용됩니다.
      """,
      """
      Run it on the machine that has the data folder, with the server's environment variables. The server may be running; it \
      applies changes at once.
      """
    ),
    subcommands: [
      AdminPeopleCommand.self, AdminSessionsCommand.self, AdminAuditCommand.self, AdminKeysCommand.self,
    ]
  )
}
