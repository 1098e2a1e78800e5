import ArgumentParser
import Foundation
import HTTPTypes
import Naru
import NaruOpenAPI
import ServedSystem

struct CallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "call",
    abstract: text("OpenAPI 문서에 적힌 API를 부릅니다.", "Calls an API that an OpenAPI document describes."),
    discussion: text(
      """
      작업 없이 쓰면 작업 목록을 보여 줍니다. 값은 이름=값으로 쓰고, 목록의 값은 이름을 되풀이하거나 JSON으로, 객체는 JSON으로 씁니다. 값은 보내기 \
      전에 문서와 비교합니다.
      """,
      """
      Without an operation, it lists them. A value is written as name=value; a list repeats its name or is JSON, an object is JSON. \
      Values are compared with the document before anything is sent.
      """
    )
  )

  @Argument(help: ArgumentHelp(text("OpenAPI 문서(JSON, YAML).", "An OpenAPI document (JSON or YAML).")))
  var file: String

  @Argument(
    help: ArgumentHelp(text("작업: operationId나 'GET /pets'.", "The operation: its operationId, or 'GET /pets'."))
  )
  var operation: String?

  @Argument(
    help: ArgumentHelp(
      text("매개변수와 본문 필드의 값. 파일은 경로입니다.", "Values of parameters and of fields of the body; a file is its path."),
      valueName: "name=value"
    )
  )
  var values: [String] = []

  @Flag(help: ArgumentHelp(text("부르지 않고 작업의 값을 늘어놓습니다.", "List the values of the operation instead of calling it.")))
  var describe = false

  @Option(help: ArgumentHelp(text("필드 대신 본문 전체: JSON이나 @파일.", "The whole body instead of its fields: JSON or @file.")))
  var body: String?

  @Option(
    name: .customLong("secret"),
    help: ArgumentHelp(
      text(
        "토큰, API 키나 사용자:비밀번호가 있는 환경 변수. 무엇인지는 문서가 정합니다. 여럿이 함께 필요하면 되풀이합니다.",
        """
        The environment variable with the token, API key or user:password; the document says which. Repeat it if several are needed \
        together.
        """
      ),
      valueName: "variable"
    )
  )
  var secrets: [String] = []

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      text("응답 본문을 그대로 쓸 파일.", "The file to write the response's body to, as it is."),
      valueName: "file"
    )
  )
  var output: String?

  @Option(
    help: ArgumentHelp(
      text(
        "서버 주소(기본값: $NARU_URL, 없으면 문서의 서버).",
        "The server's address (default: $NARU_URL, else the document's server)."
      )
    )
  )
  var url: String?

  @Flag(
    help: ArgumentHelp(
      text("암호화하지 않은 http로 다른 컴퓨터를 부릅니다.", "Call another machine over http, which is not encrypted.")
    )
  )
  var allowHttp = false

  func run() async throws {
    let operations = try OpenAPIOperation.all(in: URL(fileURLWithPath: file))
    guard let operation else { return Self.list(operations) }
    var (name, values) = (operation, values[...])
    // `GET /pets` without quotes.
    if let path = values.first, path.hasPrefix("/") { name += " \(values.removeFirst())" }
    let chosen = try Self.operation(name, among: operations)
    if describe { return Self.list(chosen) }
    let response: APIResponse
    do {
      response = try await chosen.send(
        try Self.values(Array(values), of: chosen),
        body: try content(of: chosen),
        with: try client(for: chosen)
      )
    } catch let error as OpenAPIOperation.InvalidValues {
      for localizedMessage in error.sentences { NaruCommand.printError("\(localizedMessage)") }
      throw ExitCode.validationFailure
    } catch let error as APIError where error.status != nil || [.unreachable, .timedOut].contains(error.code) {
      throw MessageError(Self.localizedMessage(error))
    }
    try write(response)
  }

  // MARK: - Operations

  private static func list(_ operations: [OpenAPIOperation]) {
    Table(
      [
        .init(text("메서드", "METHOD")), .init(text("경로", "PATH")), .init(text("작업", "OPERATION")),
        .init(text("설명", "SUMMARY"), flexible: true),
      ],
      rows: operations.map { [$0.method, $0.path, $0.id, $0.summary] }
    ).print()
  }

  private static func list(_ operation: OpenAPIOperation) {
    let whole = operation.hasBody && !operation.fields.contains { $0.location == "body" }
    Table(
      [
        .init(text("이름", "NAME")), .init(text("자리", "IN")), .init(text("필수", "REQUIRED")), .init(text("형식", "TYPE")),
        .init(text("설명", "DESCRIPTION"), flexible: true),
      ],
      rows: operation.fields.map { field in
        [
          field.name, field.location, field.isRequired ? text("예", "yes") : "", field.type,
          String(field.summary.prefix { !$0.isNewline }),
        ]
      } + (whole ? [["--body", "body", "", "", ""]] : [])
    ).print()
  }

  private static func operation(_ name: String, among operations: [OpenAPIOperation]) throws -> OpenAPIOperation {
    let found = operations.first { $0.id == name || "\($0.method) \($0.path)".lowercased() == name.lowercased() }
    if let found { return found }
    let names = operations.map(\.id) + operations.map { "\($0.method) \($0.path)" }
    let hint = names.closest(to: name).map { text(" `\($0)`을(를) 찾으셨나요?", " Did you mean “\($0)”?") }
    throw ValidationError(
      text("“\(name)” 작업은 없습니다.", "There is no operation “\(name)”.")
        + (hint ?? text(" 작업 없이 부르면 목록이 나옵니다.", " Without an operation, they are listed."))
    )
  }

  // MARK: - Requests

  /// The values by field. A name that is both a parameter and a field of the body is the parameter.
  private static func values(
    _ arguments: [String],
    of operation: OpenAPIOperation
  ) throws -> [OpenAPIOperation.Field: [String]] {
    var values: [OpenAPIOperation.Field: [String]] = [:]
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else {
        throw ValidationError(text("“\(argument)”은(는) 이름=값이 아닙니다.", "“\(argument)” is not name=value."))
      }
      guard let field = operation.fields.first(where: { $0.name == parts[0] }) else {
        let names = operation.fields.map(\.name)
        let list = names.isEmpty ? "" : text(" 있는 값: ", " It has ") + names.joined(separator: ", ") + "."
        let hint = names.closest(to: parts[0]).map { text(" `\($0)`을(를) 찾으셨나요?", " Did you mean “\($0)”?") }
        throw ValidationError(
          text("\(operation.id)에는 “\(parts[0])” 값이 없습니다.", "\(operation.id) has no value “\(parts[0])”.")
            + (hint ?? list)
        )
      }
      values[field, default: []].append(parts[1])
    }
    return values
  }

  private func content(of operation: OpenAPIOperation) throws -> Data? {
    guard let body else { return nil }
    guard operation.hasBody else {
      throw ValidationError(text("\(operation.id)에는 본문이 없습니다.", "\(operation.id) has no body."))
    }
    return body.hasPrefix("@") ? try Data(contentsOf: URL(fileURLWithPath: String(body.dropFirst()))) : Data(body.utf8)
  }

  private func client(for operation: OpenAPIOperation) throws -> APIClient {
    let context = CommandContext.current
    let address = try (url ?? context.settings[.url]).map { try ServerAddress.url($0) }
    guard let server = address ?? operation.server else {
      throw ValidationError(
        text("문서에 서버의 주소가 없습니다. --url로 정해 주세요.", "The document names no server. Use --url.")
      )
    }
    let found = try secrets.map { name in
      guard let secret = context.environment[name], !secret.isEmpty else {
        throw ValidationError(
          text("환경 변수 \(name)이(가) 없거나 비어 있습니다.", "The environment variable \(name) is not set, or is empty.")
        )
      }
      return secret
    }
    return APIClient(
      server,
      transport: context.transport,
      allowsInsecureHTTP: allowHttp,
      credentials: try Self.credentials(found, for: operation)
    )
  }

  /// The secrets by scheme: those of the first scheme that needs as many.
  private static func credentials(
    _ secrets: [String],
    for operation: OpenAPIOperation
  ) throws -> [SecurityScheme: Secret] {
    if secrets.isEmpty { return [:] }
    let scheme = operation.auth == .none ? nil : operation.security.first { $0.schemes.count == secrets.count }
    guard let scheme else {
      throw ValidationError(
        text(
          "문서에 따르면 \(operation.id)에는 인증 정보 \(secrets.count)개를 쓸 수 없습니다.",
          "As the document says, \(operation.id) can't be called with \(secrets.count) secrets."
        )
      )
    }
    let pairs = zip(scheme.schemes, secrets).map { scheme, secret in
      let parts = secret.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard scheme == .basic, parts.count == 2 else { return (scheme, Secret(secret)) }
      return (scheme, .basic(user: parts[0], password: Secret(parts[1])))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  // MARK: - Responses

  private static func localizedMessage(_ error: APIError) -> LocalizedMessage {
    // The server is somebody else's, so the hint to start ours would be wrong.
    guard let status = error.status?.code else { return error.localizedMessage }
    let said =
      error.message ?? error.excerpt.flatMap { $0.isEmpty ? nil : LocalizedMessage(korean: $0, english: $0) }
      ?? error.localizedMessage
    let isRejected = error.code == .unauthorized
    return LocalizedMessage(
      korean: "서버가 \(status)(으)로 응답했습니다: \(said.korean)" + (isRejected ? " 인증 정보는 --secret으로 보냅니다." : ""),
      english: "The server answered \(status): \(said.english)" + (isRejected ? " Send credentials with --secret." : "")
    )
  }

  private func write(_ response: APIResponse) throws {
    let terminal = Terminal.standardOutput
    if let output {
      try response.body.write(to: URL(fileURLWithPath: output), options: .atomic)
    } else if response.body.isEmpty {
      printLine(text("본문 없음 (\(response.head.status.code))", "No content (\(response.head.status.code))"))
    } else if let json = response.indentedJSON {
      printJSON(answer: Data(json.utf8))
    } else if !terminal.isInteractive {
      terminal.write(response.body)
    } else if let text = String(data: response.body, encoding: .utf8) {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) { printLine(String(line)) }
    } else {
      throw MessageError(
        LocalizedMessage(
          korean: "응답이 텍스트가 아닙니다(\(response.body.count)바이트). -o로 파일에 써 주세요.",
          english: "The response is not text (\(response.body.count) bytes). Write it to a file with -o."
        )
      )
    }
  }
}
