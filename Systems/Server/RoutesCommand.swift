import ArgumentParser
import Catalogue
import CommandSupport
import HTTPTypes
import Hummingbird
import Local
import Naru
import SquirretBackend

struct RoutesCommand: AsyncParsableCommand {
  static let configuration = about(
    "로컬 백엔드의 모든 엔드포인트와, 브라우저가 여는 페이지와 책 표지를 보여 줍니다.",
    "Lists every endpoint of the local backend, with the pages for browsers and the covers of books.",
    name: "routes"
  )

  @Flag(help: .text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table."))
  var json = false

  func run() async throws {
    let rows = LocalBackend.endpoints.map(Row.init) + (try await Self.others())
    if json { return try printJSON(rows) }
    Table(rows) {
      Column("메서드", "METHOD", \.method)
      Column("경로", "PATH", \.path)
      Column("인증", "AUTH", \.auth)
      Column("계약", "CONTRACT") { [$0.contract, $0.endpoint].compactMap(\.self).joined(separator: ".") }
    }.print()
  }

  /// The stream of changes, the pages for browsers and providers, and the covers. They belong to no contract of a system.
  private static func others() async throws -> [Row] {
    let signIn = SignIn.squirret(IdentityConfiguration(masterKey: .random()))
    let backend = try await LocalBackend(storage: .memory, signIn: signIn)
    // As in the contracts, a GET includes its HEAD.
    let routes = backend.router().routes.filter { $0.method != .head }
    let pages = routes.map { Row(page: $0.method.rawValue, $0.path.description) }
    let known = Set(LocalBackend.endpoints)
    let stream = backend.contracts.flatMap(\.endpoints).filter { !known.contains($0) }.map(Row.init)
    try backend.close()
    // A middleware serves the covers, so the router does not have their paths.
    let covers = CoverFile.Format.allCases.map { Row(page: "GET", "/covers/{isbn}\($0.rawValue)") }
    return stream + (pages + covers).sorted { ($0.path, $0.method) < ($1.path, $1.method) }
  }

  private struct Row: Encodable {
    var method: String
    var path: String
    var auth = Endpoint.Auth.none.rawValue
    /// The names of the contract and of its endpoint. `nil` for a page.
    var contract: String?
    var endpoint: String?
    var summary: String?
    var parameters: [Parameter] = []
    var result: String?

    struct Parameter: Encodable {
      var name: String
      var location: String
      var type: String?
      var isOptional: Bool
    }

    /// Creates the row of a page with a path such as `/stand-in/{provider}`.
    init(page method: String, _ path: String) { (self.method, self.path) = (method, path) }

    init(_ endpoint: Endpoint) {
      method = endpoint.method.rawValue
      path = "\(endpoint.path)"
      auth = endpoint.auth.rawValue
      contract = endpoint.contract
      self.endpoint = endpoint.name
      summary = endpoint.summary
      parameters = endpoint.parameters.map { parameter in
        Parameter(
          name: parameter.name,
          location: parameter.location.rawValue,
          type: parameter.type.map { "\($0)" },
          isOptional: parameter.isOptional
        )
      }
      result = endpoint.result.map { "\($0)" }
    }
  }
}
