import ArgumentParser
import Catalogue
import CommandSupport
import DockDock
import Foundation
import Local
import Logging
import Naru
import ServedSystem
import SquirretBackend

#if Lab
  import NaruLab
#endif

struct ServeCommand: AsyncParsableCommand {
  static let configuration = about(
    "로컬 백엔드를 띄웁니다.",
    "Runs the local backend.",
    name: "serve",
    discussion: text(
      "처음 켤 때 책 10,000권을 가져옵니다. Ctrl-C를 누르면 처리 중인 요청을 마치고 끝냅니다.",
      "The first start imports 10,000 books. Ctrl-C finishes the requests in progress, then stops."
    )
  )

  @Option(help: .text("포트. 0이면 빈 포트를 씁니다.", "The port; 0 takes a free one."))
  var port = 8080

  @Option(
    help: .text("서버를 열 주소. 다른 기기에서도 쓰려면 0.0.0.0.", "The address to listen on; 0.0.0.0 to serve other devices too."),
    transform: notBlank
  )
  var host = "127.0.0.1"

  @OptionGroup var data: DataOptions

  @Flag(
    help: .text(
      "데이터를 메모리에만 두고, 끄면 버립니다. 로그인 키만 데이터 폴더에 남습니다.",
      "Keep the data in memory only. The data folder then has only the sign-in key."
    )
  )
  var memory = false

  @Flag(
    inversion: .prefixedNo,
    exclusivity: .chooseLast,
    help: .text(
      "가상 사용자의 서재, 리뷰, 글을 넣고, 새로 로그인한 사용자에게 예시 서재와 장부를 줍니다. scripts/serve는 이 옵션을 씁니다.",
      "Add made-up people with shelves, reviews and posts, and give each new user a sample shelf and ledger. scripts/serve does."
    )
  )
  var demo = false

  @Flag(
    help: .text(
      "운영 서버로 실행합니다. 모의 로그인이 없고, 키와 로그인 제공자를 환경 변수로 설정해야 합니다.",
      "Run a public server: no stand-ins for sign-in; the key and the providers must be in the environment."
    )
  )
  var production = false

  #if Lab
    @OptionGroup var lab: LabServing
  #endif

  @Flag(help: .text("요청 기록을 출력하지 않습니다.", "Don't print the request log."))
  var quiet = false

  func validate() throws {
    try require(
      !memory || data.database == nil,
      "`--memory`와 `--database`는 함께 쓸 수 없습니다.",
      "`--memory` can't be used with `--database`."
    )
    try require(
      (0...65535).contains(port),
      "포트는 0 이상 65535 이하여야 합니다: \(port)",
      "\(port) is not a port. A port is a number from 0 to 65535."
    )
    var tryingOut = [(demo, "--demo"), (memory, "--memory")]
    #if Lab
      tryingOut.append((lab.faults != nil, "--faults"))
    #endif
    for (isSet, name) in tryingOut where production {
      try require(!isSet, "`--production`과 `\(name)`는 함께 쓸 수 없습니다.", "`--production` can't be used with `\(name)`.")
    }
  }

  func run() async throws {
    var logger = Logger(label: "naru", factory: StreamLogHandler.standardError(label:))
    // Without the requests, but with the sign-ins.
    logger.logLevel = quiet ? .notice : .info
    let settings = CommandContext.current.settings
    let signIn: IdentityConfiguration =
      try await production ? .production(settings: settings) : .local(in: data.folder, settings: settings)
    let storage = memory ? .memory : data.storage
    var backend = try await LocalBackend(
      storage: storage,
      signIn: .squirret(signIn),
      settings: settings,
      transport: signIn.transport(),
      demo: demo,
      described: try settings.isDescribed ?? !production,
      logger: logger,
      busyWait: .announced,
      now: now
    )
    warn(hasStandIns: backend.hasStandIns)
    try await seed(backend)
    try await backend.prepare()
    #if Lab
      let labAddress = try await production ? nil : lab.start(on: &backend, host: host, settings)
    #endif
    let books = try await backend.catalogue.count()
    try await backend.run(host: ServerHost(host).name, port: port) { port in
      let url = "http://\(ServerHost(host).authority):\(port)"
      printLine(
        "책 \(books.grouped)권으로 \(url) 에서 서버를 열었습니다. Ctrl-C로 끕니다.",
        "Serving \(books.grouped) books at \(url). Press Ctrl-C to stop."
      )
      #if Lab
        if let labAddress { printLine("랩: \(labAddress(port))", "The lab: \(labAddress(port))") }
      #endif
      if !quiet, !production {
        let command = "scripts/naru books search \(Books.examples[0]) --url \(url)"
        printLine("해 보기: \(command)", "To try: \(command)")
      }
    }
  }

  /// The clock of the server: the lab's, if there is a lab.
  private var now: @Sendable () -> Date {
    #if Lab
      if !production { return { [clock = lab.clock] in clock.now } }
    #endif
    return { Date() }
  }

  /// Prints warnings about a server that others can reach.
  private func warn(hasStandIns: Bool) {
    if !ServerHost(host).isLocal, hasStandIns {
      printNotice(
        """
        주의: \(host)에 접속할 수 있는 사람은 누구나 모의 로그인으로 다른 사용자로 로그인할 수 있습니다. 믿을 수 있는 네트워크에서만 쓰고, \
        실제로 쓰는 서버는 `--production`으로 띄우세요.
        """,
        """
        Warning: everyone who can reach \(host) can sign in as anybody, because stand-ins take the place of the providers. Use \
        this only in a network that you trust. A public server needs `--production`.
        """
      )
    }
    guard production else { return }
    printNotice(
      "이 서버는 암호화하지 않은 HTTP를 씁니다. HTTPS 프록시 뒤에 두고, 프록시의 주소를 NARU_IDENTITY_TRUSTED_PROXIES에 설정해 주세요.",
      "This server uses plain HTTP. Put it behind an HTTPS proxy, and set NARU_IDENTITY_TRUSTED_PROXIES to the proxy's address."
    )
  }

  private func seed(_ backend: LocalBackend) async throws {
    let bar = ProgressBar(text("책을 가져오는 중", "Importing books"))
    defer { bar.clear() }
    try await backend.seed { progress in bar.show(progress) }
  }
}

/// The host on which a server listens.
struct ServerHost {
  /// The host without brackets, in which an IPv6 address may be written.
  let name: String
  /// The host as in a URL: an IPv6 address is in brackets.
  let authority: String

  init(_ host: String) {
    name = host.filter { !"[]".contains($0) }
    authority = name.contains(":") ? "[\(name)]" : name
  }

  /// Whether only this machine can reach it.
  var isLocal: Bool { Origin(scheme: "http", authority: authority)?.isSecure == true }
}
