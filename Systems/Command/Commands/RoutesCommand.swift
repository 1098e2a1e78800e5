import ArgumentParser
import Local
import Naru

struct RoutesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "routes",
    abstract: text("로컬 백엔드의 모든 엔드포인트를 보여 줍니다.", "Lists every endpoint of the local backend.")
  )

  @Flag(help: ArgumentHelp(text("표 대신 JSON을 출력합니다.", "Print JSON instead of a table.")))
  var json = false

  func run() throws {
    let endpoints = LocalBackend.endpoints
    if json {
      try printJSON(endpoints.map(Row.init))
    } else {
      Table(
        [
          .init(text("메서드", "METHOD")), .init(text("경로", "PATH")), .init(text("인증", "AUTH")),
          .init(text("계약", "CONTRACT")),
        ],
        rows: endpoints.map { [$0.method.rawValue, "\($0.path)", $0.auth.rawValue, $0.id] }
      ).print()
    }
  }

  private struct Row: Encodable {
    var method: String
    var path: String
    var auth: String
    var contract: String
    var endpoint: String
    var summary: String
    var parameters: [Parameter]
    var result: String?

    struct Parameter: Encodable {
      var name: String
      var location: String
      var type: String?
      var isOptional: Bool
    }

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
