import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

private enum Coded: CodedEnvelopeFormat {
  static let json = JSONCoding()
  static var success: (code: String, message: String?) { ("success.retrieved", "Retrieved.") }
}

private struct Book: Codable, Sendable, Equatable {
  var id: Int
  var title: String
}

/// The JSON of values and failures in each format.
struct ResponseFormatTests {
  private static let formats: [any ResponseFormat.Type] = [
    PlainFormat.self, ErrorFormat.self, StatusFormat.self, Envelope.self, Coded.self,
  ]

  private func endpoint(_ format: any ResponseFormat.Type) -> Endpoint {
    Endpoint("Books", "show", .get, "/book", format: format)
  }

  private func client(_ status: Int, _ body: Data, type: String = "application/json") -> APIClient {
    APIClient(InMemoryTransport.url, transport: ClosureTransport.status(status, body, [.contentType: type]))
  }

  private func failure(_ format: any ResponseFormat.Type, _ status: Int, _ body: String) async throws -> APIError {
    try #require(
      await #expect(throws: APIError.self) {
        let _: Book = try await client(status, Data(body.utf8)).send(OutgoingCall(endpoint(format)))
      }
    )
  }

  @Test(arguments: formats.indices)
  func aClientReadsWhatAServerWrites(index: Int) async throws {
    let format = Self.formats[index]
    let book = Book(id: 1, title: "나루")
    let read: Book = try await client(200, try format.encode(book)).send(OutgoingCall(endpoint(format)))
    #expect(read == book)
    let empty = format.emptySuccess
    try await client(empty.status.code, empty.body).send(OutgoingCall(endpoint(format)))
    let body = try format.encode(ServerFailure(code: "NO_BOOK", message: "없는 책입니다."), status: .notFound)
    let error = try await failure(format, 404, String(decoding: body, as: UTF8.self))
    #expect(error.code == .notFound)
    #expect(error.localizedDescription == "없는 책입니다.")
    #expect(error.serverCode == (format is any StatusMessageFormat.Type ? nil : "NO_BOOK"))
    #expect(error.fields.isEmpty)
  }

  @Test(arguments: formats.indices)
  func everyInvalidFieldArrivesWithItsCode(index: Int) async throws {
    let format = Self.formats[index]
    let fields: [ServerFailure.Field] = [
      .init("title", "제목을 입력해 주세요.", code: "missing"), .init("authors[0].name", "너무 깁니다."),
    ]
    let body = try format.encode(ServerFailure(message: "x", fields: fields), status: .badRequest)
    let text = String(decoding: body, as: UTF8.self)
    let first = #"{"name":"title","message":"제목을 입력해 주세요.","code":"missing"}"#
    #expect(text.contains(#""errors":[\#(first),{"name":"authors[0].name","message":"너무 깁니다."}]"#), "\(text)")
    let error = try await failure(format, 400, text)
    #expect(error.fields.map(\.name) == ["title", "authors[0].name"])
    #expect(error.fields.map(\.code) == ["missing", nil])
    #expect(error.fields.map(\.message.korean) == ["제목을 입력해 주세요.", "너무 깁니다."])
  }

  @Test(
    arguments: [
      (0, #"{"id":1,"title":"a"}"#, #"{"code":"NOT_FOUND","message":"x"}"#),
      (1, #"{"id":1,"title":"a"}"#, #"{"error":"not_found","message":"x"}"#),
      (2, #"{"id":1,"title":"a"}"#, #"{"message":"x","status":404}"#),
      (
        3, #"{"data":{"id":1,"title":"a"},"error":null,"message":null,"success":true}"#,
        #"{"data":null,"error":"NOT_FOUND","message":"x","success":false}"#
      ),
      (
        4, #"{"code":"success.retrieved","data":{"id":1,"title":"a"},"message":"Retrieved.","success":true}"#,
        #"{"code":"error.notFound","data":null,"message":"x","success":false}"#
      ),
    ]
  )
  func everyFormatHasItsJSON(index: Int, success: String, failure: String) throws {
    let format = Self.formats[index]
    func sorted(_ data: Data) throws -> String {
      let object = try JSONSerialization.jsonObject(with: data)
      return String(decoding: try JSONSerialization.data(withJSONObject: object, options: .sortedKeys), as: UTF8.self)
    }
    #expect(try sorted(format.encode(Book(id: 1, title: "a"))) == success)
    #expect(try sorted(format.encode(ServerFailure(message: "x"), status: .notFound)) == failure)
  }

  @Test(
    arguments: [
      (3, #"{"success":false,"message":"점검 중","data":null,"error":"DOWN"}"#),
      (3, #"{"success":false,"message":"점검 중","data":{"id":1,"title":"a"},"error":"DOWN"}"#),
      (4, #"{"success":false,"code":"DOWN","message":"점검 중","data":null}"#),
      (4, #"{"success":false,"code":"DOWN","message":"점검 중"}"#),
    ]
  )
  func aFalseSuccessIsAFailureWithAnyStatus(index: Int, body: String) async throws {
    for (status, code) in [(200, APIError.Code.invalidRequest), (503, .serverError)] {
      let error = try await failure(Self.formats[index], status, body)
      #expect(error.code == code)
      #expect(error.status?.code == status)
      #expect(error.serverCode == "DOWN")
      #expect(error.localizedDescription == "점검 중")
    }
    let call = OutgoingCall(endpoint(Self.formats[index]))
    let error = await #expect(throws: APIError.self) { try await client(200, Data(body.utf8)).send(call) }
    #expect(error?.serverCode == "DOWN", "The same holds if no value is expected.")
  }

  @Test(
    arguments: [
      ("<html><h1>502 Bad Gateway</h1></html>", "<html><h1>502 Bad Gateway</h1></html>"),
      ("", ""), ("upstream down", "upstream down"), (#"{"code":"X","mess"#, #"{"code":"X","mess"#),
      (#"["a"]"#, #"["a"]"#), (#"{"info":"token=abcdef1"}"#, #"{"info":"token=<redacted>"}"#),
    ]
  )
  func aFailureInAnotherFormatHasItsStatusAndAnExcerpt(body: String, excerpt: String) async throws {
    for format in Self.formats {
      let error = try await failure(format, 502, body)
      #expect(error.code == .serverError)
      #expect(error.status?.code == 502)
      #expect(error.excerpt == excerpt)
      #expect(error.message == nil)
    }
  }

  @Test func fieldsOfOtherTypesHideNeitherTheFailureNorItsSentence() async throws {
    #expect(try await failure(PlainFormat.self, 400, #"{"code":4001,"message":"틀림"}"#).serverCode == "4001")
    #expect(try await failure(PlainFormat.self, 400, #"{"code":{"a":1},"message":"틀림"}"#).localizedDescription == "틀림")
    #expect(try await failure(StatusFormat.self, 400, #"{"status":"BAD","message":"틀림"}"#).localizedDescription == "틀림")
    #expect(try await failure(ErrorFormat.self, 400, #"{"error":"invalid_grant"}"#).serverCode == "invalid_grant")
    let oauth = try await failure(ErrorFormat.self, 400, #"{"error":"invalid_grant","error_description":"used"}"#)
    #expect(oauth.localizedDescription == "used")
    for errors in [#"["a"]"#, #"{"title":[1]}"#, #"[{"name":"title"},{"code":"x","message":"a"}]"#, "7"] {
      let failure = try await failure(PlainFormat.self, 400, #"{"message":"틀림","errors":\#(errors)}"#)
      #expect(failure.localizedDescription == "틀림" && failure.fields.isEmpty, "\(errors)")
    }
  }

  @Test(arguments: [3, 4])
  func aSuccessWithoutDataIsUndecodableAndNamesThePath(index: Int) async throws {
    for (body, path) in [
      (#"{"success":true,"code":"ok"}"#, "data"), (#"{"success":true,"data":{"id":1}}"#, "data.title"),
      (#"{"success":true,"data":{"id":1,"title":null}}"#, "data.title"),
    ] {
      let error = try await failure(Self.formats[index], 200, body)
      #expect(error.code == .decodingFailed)
      #expect("\(error)".contains("because: \(path): "), "\(error)")
    }
  }

  @Test(arguments: [3, 4])
  func absentDataIsNilForAnOptional(index: Int) async throws {
    for body in [#"{"success":true,"message":"none"}"#, #"{"success":true,"code":"ok","data":null}"#] {
      let book: Book? = try await client(200, Data(body.utf8)).send(OutgoingCall(endpoint(Self.formats[index])))
      #expect(book == nil)
    }
    let error = await #expect(throws: APIError.self) {
      let _: Book? = try await client(200, Data(#"{"message":"none"}"#.utf8)).send(
        OutgoingCall(endpoint(Self.formats[index]))
      )
    }
    #expect(error?.code == .decodingFailed)
  }

  @Test func aBlankBodyIsNilForAnOptional() async throws {
    for body in ["", " ", "\r\n\t ", "\u{FEFF}", "\u{FEFF}\n"] {
      for format in Self.formats {
        let book: Book? = try await client(200, Data(body.utf8)).send(OutgoingCall(endpoint(format)))
        #expect(book == nil)
        #expect(try await failure(format, 200, body).code == .decodingFailed)
      }
    }
  }

  @Test func textIsAValueForAnOptionalString() async throws {
    func read(_ body: String, _ type: String) async throws -> String? {
      try await client(200, Data(body.utf8), type: type).send(OutgoingCall(endpoint(PlainFormat.self)))
    }
    #expect(try await read("나루", "text/plain; charset=utf-8") == "나루")
    #expect(try await read(" ", "text/plain") == " ")
    #expect(try await read("", "text/plain") == nil)
    #expect(try await read("null", "application/json") == nil)
    #expect(try await read(#""나루""#, "application/json") == "나루")
    let (id, call) = (UUID(), OutgoingCall(endpoint(PlainFormat.self)))
    #expect(try await client(200, Data("\(id)\n".utf8), type: "text/plain").send(call) == id)
  }

  @Test func aResponseThatIsDeclaredAsEUCKRIsRead() async throws {
    // {"id":1,"title":"똠방"}, whose first syllable only CP949 has, and 오류
    let book = Data(#"{"id":1,"title":""#.utf8) + Data([0x8C, 0x63, 0xB9, 0xE6]) + Data(#""}"#.utf8)
    let type = "application/json; charset=EUC-KR"
    let read: Book = try await client(200, book, type: type).send(OutgoingCall(endpoint(PlainFormat.self)))
    #expect(read == Book(id: 1, title: "똠방"))
    let failed = Data(#"{"code":"X","message":""#.utf8) + Data([0xBF, 0xC0, 0xB7, 0xF9]) + Data(#""}"#.utf8)
    let error = await #expect(throws: APIError.self) {
      let _: Book = try await client(500, failed, type: type).send(OutgoingCall(endpoint(PlainFormat.self)))
    }
    #expect(error?.localizedDescription == "오류")
    // Without the charset it is invalid UTF-8.
    let unknown = await #expect(throws: APIError.self) {
      let _: Book = try await client(200, book).send(OutgoingCall(endpoint(PlainFormat.self)))
    }
    #expect(unknown?.code == .decodingFailed)
  }
}
