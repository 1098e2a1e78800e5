import ArgumentParser
import Catalogue
import Foundation
import Logging
import NaruAsyncHTTPClient
import NaruIdentity
import NaruLocal

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

  @Flag(help: ArgumentHelp(text("요청 기록을 출력하지 않습니다.", "Prints no request log.")))
  var quiet = false

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError(text("포트는 0부터 65535까지입니다: \(port)", "A port is 0 to 65535, not \(port)."))
    }
  }

  func run() async throws {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    logger.logLevel = quiet ? .warning : .info
    let backend = try await LocalBackend(
      storage: memory ? .memory : .folder(data.folder),
      signIn: .local(in: data.folder),
      transport: AsyncHTTPClientTransport(),
      aladin: .local(over: AsyncHTTPClientTransport()),
      demo: demo,
      logger: logger
    )
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

  private func seed(_ catalogue: Catalogue) throws {
    let bar = ProgressBar(text("책을 들이는 중", "Bringing in books"))
    defer { bar.clear() }
    _ = try catalogue.seedIfEmpty { progress in bar.show(progress) }
  }
}
