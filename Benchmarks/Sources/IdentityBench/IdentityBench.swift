import AsyncHTTPClient
import Foundation
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import Naru
import NaruAsyncHTTPClient
import NaruServer
import SquirretBackend
import SquirretStandIns
import Storage

/// Two endpoints with the same result, without and with authentication.
@API("/benchmark")
struct TestAPI: Sendable {
  @GET("/open")
  var open: @Sendable () async throws -> [String]

  @GET("/closed", auth: .required)
  var closed: @Sendable () async throws -> [String]
}

/// The cost of authentication on a server. See `Benchmarks/identity`.
///
/// usage: IdentityBench serve                      prints the port, then serves until SIGTERM
///        IdentityBench token PORT                 signs a person in and prints the access token
///        IdentityBench call PORT NAME COUNT TOKEN makes COUNT sequential calls
@main
enum IdentityBench {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "serve": try await serve()
    case "token": try await printToken(arguments.dropFirst().first ?? "")
    case "call": try await call(Array(arguments.dropFirst()))
    default: throw CocoaError(.featureUnsupported)
    }
  }

  private static func serve() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "identity-bench-\(UUID().uuidString).sqlite")
    let database = try Database.file(at: file)
    var migrations = Migrations()
    Identity.addMigrations(to: &migrations)
    try database.migrate(migrations)
    let standIns = StandIns()
    var configuration = IdentityConfiguration(masterKey: .random())
    configuration.providers = standIns.registrations()
    configuration.allowsTokensInQuery = true
    var logger = Logger(label: "bench")
    logger.logLevel = .critical
    let identity = try await Identity(
      database: database,
      configuration: configuration,
      transport: standIns,
      logger: logger
    )
    let router = Router()
    identity.addRoutes(to: router)
    standIns.addRoutes(to: router, for: identity)
    let api = TestAPI(open: { ["나루"] }, closed: { ["나루"] })
    router.mount(TestAPI.self, options: ServingOptions(authenticator: identity, logger: logger)) { _ in api }
    let server = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        FileHandle.standardOutput.write(Data("\(channel.localAddress?.port ?? 0)\n".utf8))
      },
      logger: logger
    )
    try await server.runService()
  }

  /// Signs in like a browser.
  private static func printToken(_ port: String) async throws {
    let client = HTTPClient(configuration: .init(redirectConfiguration: .disallow))
    func send(_ address: String, body: String? = nil, cookie: String? = nil) async throws -> HTTPClientResponse {
      var request = HTTPClientRequest(url: address.hasPrefix("/") ? "http://127.0.0.1:\(port)\(address)" : address)
      if let body {
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: body))
      }
      if let cookie { request.headers.add(name: "Cookie", value: cookie) }
      return try await client.execute(request, timeout: .seconds(60))
    }
    let begun = try await send("/oauth2/authorization/naver")
    let page = begun.headers.first(name: "Location") ?? ""
    let cookie = begun.headers.first(name: "Set-Cookie")?.split(separator: ";").first.map(String.init)
    let query = page.split(separator: "?").last ?? ""
    // The page would have set the cookie and put the same token into its form.
    let token = String(repeating: "A", count: 43)
    let decided = try await send(
      "/stand-in/naver",
      body: "\(query)&person=%EA%B0%80&decision=approve&token=\(token)",
      cookie: "naru-stand-in=\(token)"
    )
    let done = try await send(decided.headers.first(name: "Location") ?? "", cookie: cookie)
    let items = URLComponents(string: done.headers.first(name: "Location") ?? "")?.queryItems
    print(items?.first { $0.name == "access_token" }?.value ?? "")
    try await client.shutdown()
  }

  private static func call(_ arguments: [String]) async throws {
    guard arguments.count == 4, let url = URL(string: "http://127.0.0.1:\(arguments[0])"), let count = Int(arguments[2])
    else {
      throw CocoaError(.featureUnsupported)
    }
    let token = Secret(arguments[3])
    let api = TestAPI.live(
      APIClient(url, transport: AsyncHTTPClientTransport(), middleware: [BearerAuthentication { token }])
    )
    for _ in 0..<count {
      _ = try await arguments[1] == "open" ? api.open() : api.closed()
    }
  }
}
