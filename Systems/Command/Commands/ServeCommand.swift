import ArgumentParser
import Catalogue
import Foundation
import Logging
import Naru
import NaruAsyncHTTPClient
import SquirretBackend
import Local

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: text("로컬 백엔드를 띄웁니다.", "Runs the local backend."),
    discussion: text(
      """
      처음 켤 때 책 10,000권을 들입니다. Ctrl-C로 끄면 하던 요청을 마치고 닫습니다.
      환경 변수 NARU_ALADIN_KEY에 알라딘 TTBKey를 두면 알라딘의 책도 찾습니다.
      """,
      """
      The first start brings in 10,000 books. Ctrl-C answers the requests under way, then stops.
      With a TTBKey in the environment variable NARU_ALADIN_KEY, Aladin's books are found as well.
      """
    )
  )

  @Option(help: ArgumentHelp(text("포트. 0이면 빈 포트를 씁니다.", "The port; 0 takes a free one.")))
  var port = 8080

  @Option(
    help: ArgumentHelp(
      text("기다릴 주소. 다른 기기에서도 쓰려면 0.0.0.0.", "The address to listen at; 0.0.0.0 for other devices too.")
    )
  )
  var host = "127.0.0.1"

  @OptionGroup var data: DataOptions

  @Flag(
    help: ArgumentHelp(
      text(
        "메모리에만 두고, 끄면 버립니다. 토큰 서명 키만 데이터 폴더에 남습니다.",
        "Keeps data in memory only; just the key for tokens stays in the data folder."
      )
    )
  )
  var memory = false

  @Flag(
    help: ArgumentHelp(
      text(
        "지어낸 사람들의 서재, 서평, 글을 넣어 두고, 처음 온 사람에게는 지어낸 서재와 장부를 줍니다.",
        "Adds made-up people with shelves, reviews and posts, and gives newcomers a made-up shelf and ledger."
      )
    )
  )
  var demo = false

  @Flag(
    help: ArgumentHelp(
      text(
        "사람들이 쓰는 서버로 띄웁니다. 대역 로그인이 없고, 키와 로그인 제공자를 환경 변수로 설정해야 합니다.",
        "Serves people: no stand-ins for sign-in; the key and the providers have to be in the environment."
      )
    )
  )
  var production = false

  @Flag(help: ArgumentHelp(text("요청 기록을 출력하지 않습니다.", "Prints no request log.")))
  var quiet = false

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError(text("포트는 0부터 65535까지입니다: \(port)", "A port is 0 to 65535, not \(port)."))
    }
    for (isSet, name) in [(demo, "--demo"), (memory, "--memory")] where production && isSet {
      throw ValidationError(
        text("`--production`과 `\(name)`은 함께 쓸 수 없습니다.", "`--production` does not go with `\(name)`.")
      )
    }
  }

  func run() async throws {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = quiet ? .warning : .info
    let backend = try await LocalBackend(
      storage: memory ? .memory : .folder(data.folder),
      signIn: production ? .production() : .local(in: data.folder),
      transport: AsyncHTTPClientTransport(),
      aladin: .local(over: AsyncHTTPClientTransport()),
      demo: demo,
      logger: logger
    )
    warn(hasStandIns: backend.hasStandIns)
    try seed(backend.catalogue)
    try await backend.prepare()
    let books = try backend.catalogue.count()
    try await backend.run(host: host, port: port) { port in
      printLine(
        text(
          "책 \(books)권과 함께 http://\(host):\(port) 에서 기다립니다. Ctrl-C로 끕니다.",
          "Serving \(books) books at http://\(host):\(port). Stop with Ctrl-C."
        )
      )
    }
  }

  /// Says what a person should know who lets others reach the server.
  private func warn(hasStandIns: Bool) {
    let isReachable = Origin(scheme: "http", authority: host.contains(":") ? "[\(host)]" : host)?.isSecure != true
    if isReachable, hasStandIns {
      Terminal.standardError.write(
        text(
          """
          주의: \(host)에 닿는 사람은 누구나 대역 로그인으로 아무나 될 수 있습니다. 믿을 수 있는 네트워크에서만 쓰고, 사람들이 쓰는 \
          서버는 `--production`으로 띄우세요.

          """,
          """
          Warning: whoever reaches \(host) can sign in as anybody, with the stand-ins. Use it in a network that you trust; a \
          server for people needs `--production`.

          """
        )
      )
    }
    guard production else { return }
    Terminal.standardError.write(
      text(
        "이 서버는 암호화하지 않은 HTTP로 답합니다. HTTPS를 하는 프록시 뒤에 두고, 그 주소를 NARU_IDENTITY_TRUSTED_PROXIES에 적으세요.\n",
        """
        This server speaks plain HTTP. Put a proxy that speaks HTTPS before it, and name its address in \
        NARU_IDENTITY_TRUSTED_PROXIES.

        """
      )
    )
  }

  private func seed(_ catalogue: Catalogue) throws {
    let bar = ProgressBar(text("책을 들이는 중", "Bringing in books"))
    defer { bar.clear() }
    _ = try catalogue.seedIfEmpty { progress in bar.show(progress) }
  }
}
