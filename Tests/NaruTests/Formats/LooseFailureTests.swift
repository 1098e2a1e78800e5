import Foundation
import HTTPTypes
import Naru
import Testing

enum PlainFormat: CodeMessageFormat { static let json = JSONCoding() }
enum ErrorFormat: ErrorMessageFormat { static let json = JSONCoding() }
enum StatusFormat: StatusMessageFormat { static let json = JSONCoding() }
enum Envelope: EnvelopeFormat { static let json = JSONCoding() }
enum DetailFormat: ProblemFormat { static let json = JSONCoding() }

/// The failures of common frameworks, read by formats that don't know them.
struct LooseFailureTests {
  /// A failure in two lines: the body, and the server, the code, the sentence, and each field with its sentence and code.
  private static let table = #"""
    {"statusCode":400,"message":["title should not be empty","body is too long"],"error":"Bad Request"}
    NestJS | | title should not be empty, body is too long
    {"statusCode":400,"message":[{"property":"title","constraints":{"isNotEmpty":"title is empty"}}],"error":"Bad Request"}
    NestJS | | title is empty | title = title is empty =
    {"detail":"Not found"}
    FastAPI | | Not found
    {"detail":{"code":"GONE","message":"Sold."}}
    FastAPI | GONE | Sold.
    {"detail":[{"loc":["body","items",0,"title"],"msg":"Field required","type":"missing","input":{"password":"s3"}}]}
    FastAPI | | Field required | items[0].title = Field required = missing
    {"detail":"Expired.","code":"token_not_valid"}
    Django REST framework | token_not_valid | Expired.
    {"status":400,"error":"Bad Request","message":"Validation failed","path":"/books","errors":[{"codes":["NotBlank.title"],"arguments":[{"code":"title"}],"defaultMessage":"must not be blank","objectName":"book","field":"title","rejectedValue":"","code":"NotBlank"}]}
    Spring | | Validation failed | title = must not be blank = NotBlank
    {"status":400,"error":"Bad Request","message":" ","errors":[{"defaultMessage":"ends early","objectName":"loan","code":"Order"}]}
    Spring | Order | ends early
    {"message":"Invalid.","errors":{"title":["Required."],"message":["Too long."],"authors.0.name":["Bad.","Used."]}}
    Laravel | | Invalid. | title = Required. = | message = Too long. = | authors.0.name = Bad. Used. =
    {"errors":["Title can't be blank","Body is too long"]}
    Rails | | Title can't be blank, Body is too long
    {"errors":{"title":"제목이 없습니다.","password":"너무 짧습니다.","token":"abc123"}}
    strings by field | | 제목이 없습니다. 너무 짧습니다. | title = 제목이 없습니다. = | password = 너무 짧습니다. =
    {"errors":{"detail":"Not Found"}}
    Phoenix | | Not Found
    {"error":"Couldn't find Book"}
    Rails | | Couldn't find Book
    {"message":{"title":["is too short"]}}
    GitLab | | is too short | title = is too short =
    {"error":true,"reason":"Book is gone."}
    Vapor | | Book is gone.
    {"type":"https://h/1","title":"Invalid","status":400,"errors":{"Title":["Required."]},"traceId":"00-1"}
    ASP.NET | | Required. | Title = Required. =
    {"title":"Invalid","invalid-params":[{"name":"age","reason":"must be positive"}]}
    RFC 9457 | | must be positive | age = must be positive =
    {"errors":{"formErrors":[],"fieldErrors":{"title":["Required"]}}}
    Zod | | Required | title = Required =
    {"errors":{"title":{"name":"ValidatorError","message":"Required.","path":"title"}},"message":"Invalid"}
    Mongoose | | Invalid | title = Required. =
    {"error":{"code":"parameter_missing","message":"No amount.","param":"amount","type":"invalid_request_error"}}
    Stripe | parameter_missing | No amount. | amount = No amount. = parameter_missing
    {"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":null}}
    OpenAI | tokens | Rate limit reached
    {"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT","details":[{"reason":"LONG"},{"fieldViolations":[{"field":"title","description":"Too long."}]}]}}
    Google | INVALID_ARGUMENT | Bad. | title = Too long. =
    {"data":null,"errors":[{"message":"Sign in","path":["me"],"extensions":{"code":"UNAUTHENTICATED"}}]}
    GraphQL | UNAUTHENTICATED | Sign in
    {"errors":[{"status":"422","code":"blank","title":"Invalid","detail":"Too short.","source":{"pointer":"/data/attributes/title"}},{"status":"422","title":"Unknown","source":{"parameter":"sort"}}]}
    JSON:API | blank | Too short. Unknown | title = Too short. = blank | sort = Unknown =
    {"msg":"this access token does not exist","code":-401}
    Kakao | -401 | this access token does not exist
    {"errorMessage":"Authentication failed","errorCode":"024"}
    Naver | 024 | Authentication failed
    {"code":400,"error_code":"weak_password","msg":"Too short."}
    Supabase | weak_password | Too short.
    {"resultCode":"03","resultMsg":"자료가 없습니다."}
    data.go.kr | 03 | 자료가 없습니다.
    {"errCode":"E1","errMsg":"Closed."}
    KOSIS | E1 | Closed.
    {"Message":"Invalid.","ModelState":{"book.Title":["Required."]}}
    Web API | | Invalid. | book.Title = Required. =
    """#.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: String
    let failure: ServerFailure

    init(_ body: String, _ line: String) {
      func parts(_ text: some StringProtocol, _ separator: Character) -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
      let columns = parts(line, "|")
      let fields = columns.dropFirst(3).map { parts($0, "=") }.map {
        ServerFailure.Field($0[0], $0[1], code: $0[2].isEmpty ? nil : $0[2])
      }
      (testDescription, self.body) = (columns[0], body)
      failure = .init(code: columns[1].isEmpty ? nil : columns[1], message: columns[2], fields: fields)
    }
  }

  static let cases = stride(from: 0, to: table.count, by: 2).map { Case(table[$0], table[$0 + 1]) }

  @Test(arguments: cases)
  func theFailureOfAnotherFrameworkIsRead(known: Case) throws {
    let body = Data(known.body.utf8)
    #expect(PlainFormat.decodeFailure(from: body) == known.failure)
    let withError = try #require(ErrorFormat.decodeFailure(from: body))
    #expect(withError.message == known.failure.message && withError.fields == known.failure.fields)
    #expect(StatusFormat.decodeFailure(from: body) == known.failure)
    let wrapped = Data(known.body.replacing(/^\{/, with: #"{"success":false,"#).utf8)
    let enveloped = try #require(Envelope.decodeFailure(from: wrapped))
    #expect(enveloped.message == known.failure.message && enveloped.fields == known.failure.fields)
    #expect(Envelope.decodeFailure(from: body) == nil)
  }

  @Test(arguments: [
    Case(#"{"response":{"header":{"resultCode":"03","resultMsg":"No row."},"body":{"n":0}}}"#, "go.kr | 03 | No row."),
    Case(#"{"header":{"isSuccessful":false,"resultCode":-1,"resultMessage":"No row."}}"#, "NHN | -1 | No row."),
    Case(#"{"result":{"code":"E1","message":"No row."},"timestamp":"2026"}"#, "a result | E1 | No row."),
    Case(#"{"resultcode":"024","message":"No row."}"#, "Naver's profile | 024 | No row."),
    Case(#"{"errorMessages":["No row."],"errors":{}}"#, "Jira | | No row."),
    Case(#"{"status":"fail","data":{"title":"No row."}}"#, "JSend | | No row. | title = No row. ="),
    Case(#"{"error":{"name":"no_row","message":"No row."}}"#, "Upbit | no_row | No row."),
    Case(#"[{"message":"No row.","errorCode":"GONE","fields":["Name"]}]"#, "Salesforce | GONE | No row."),
    Case(#"{"fault":{"faultstring":"No row.","detail":{"errorcode":"gone"}}}"#, "Apigee | gone | No row."),
    Case(#"{"__type":"GoneException","message":"No row."}"#, "Cognito | GoneException | No row."),
    Case(#"{"e":{"message":"No.","subErrors":[{"field":"a","message":"b"}]},"path":null}"#, "Spring | | No. | a = b ="),
    Case(#"[{"code":"small","path":["a"],"message":"No row."}]"#, "Zod | | No row. | a = No row. = small"),
    Case(#"[{"error":{"code":404,"message":"No row.","status":"NOT_FOUND"}}]"#, "Google | NOT_FOUND | No row."),
    Case(#"{"error":{"code":"5","message":{"lang":"ko","value":"No row."}}}"#, "OData 2 | 5 | No row."),
    Case(#"{"status":400,"error":400,"messages":{"error":"No row."}}"#, "CodeIgniter | | No row."),
    Case(#"{"error":"gone","error_description":"No row.","error_code":"KOE3"}"#, "Kakao | gone | No row."),
  ])
  func aFailureInOneObjectOrAListIsRead(known: Case) {
    #expect(PlainFormat.decodeFailure(from: Data(known.body.utf8)) == known.failure)
  }

  @Test(arguments: [
    Case(#"{"success":false,"data":"No row."}"#, "WordPress | | No row."),
    Case(#"{"success":false,"data":[{"code":"gone","message":"No row."}]}"#, "WordPress | gone | No row."),
    Case(#"{"data":{"message":"b","code":"B"},"success":false,"message":"No row."}"#, "envelope | | No row."),
  ])
  func aFailureInTheDataOfAnEnvelopeIsRead(known: Case) {
    #expect(Envelope.decodeFailure(from: Data(known.body.utf8)) == known.failure)
  }

  @Test(arguments: [400, 422, 404])
  func sentencesByFieldAreAFailureOfAnInvalidRequest(status: Int) {
    let head = HTTPResponse(status: .init(code: status))
    for (body, message, fields) in [
      (
        #"{"title":["This field is required."],"author":{"name":["Too long.","Not unique."]},"items":[{},{"isbn":["Bad."]}],"password":["Too short."],"non_field_errors":["Closed."]}"#,
        "Closed.",
        [
          ServerFailure.Field("title", "This field is required."), .init("author.name", "Too long. Not unique."),
          .init("items[1].isbn", "Bad."), .init("password", "Too short."),
        ]
      ), (#"{"title":["can't be blank"],"base":["Closed"]}"#, "Closed", [.init("title", "can't be blank")]),
      (#"["Closed.","Gone."]"#, "Closed. Gone.", []),
    ] {
      let failure = status == 404 ? nil : ServerFailure(message: message, fields: fields)
      #expect(PlainFormat.decodeFailure(from: Data(body.utf8), head: head) == failure)
    }
  }

  @Test(arguments: [
    "{}", "[]", "[{}]", #"{"id":1,"title":"a"}"#, #"{"tags":["a"],"id":1}"#, #"{"books":[]}"#, #"{"token":["abc123"]}"#,
    "null",
    "<html></html>", #""down""#, #"{"title":"나루","description":"책"}"#, #"{"status":"gone","error":{}}"#,
    #"{"details":{"token":"abc123"}}"#, #"{"detail":{"key":"abc123"}}"#,
  ])
  func anythingElseIsNoFailure(body: String) {
    let head = HTTPResponse(status: .badRequest)
    #expect(PlainFormat.decodeFailure(from: Data(body.utf8), head: head) == nil)
    #expect(ErrorFormat.decodeFailure(from: Data(body.utf8), head: head) == nil)
  }

  @Test func theCodeIsWhereTheFormatDeclaresIt() {
    let oauth = Data(#"{"error":"invalid_grant","error_description":"Used."}"#.utf8)
    #expect(ErrorFormat.decodeFailure(from: oauth) == ServerFailure(code: "invalid_grant", message: "Used."))
    #expect(PlainFormat.decodeFailure(from: oauth) == ServerFailure(code: "invalid_grant", message: "Used."))
    let code = Data(#"{"error":"invalid_grant"}"#.utf8)
    #expect(PlainFormat.decodeFailure(from: code) == ServerFailure(code: "invalid_grant"))
    // The phrase of the status is no sentence for a user.
    let phrase = Data(#"{"status":404,"error":"Not Found","path":"/books/1"}"#.utf8)
    #expect(ErrorFormat.decodeFailure(from: phrase) == ServerFailure(code: "Not Found"))
    #expect(StatusFormat.decodeFailure(from: phrase) == ServerFailure())
    let closed = Data(#"{"status":409,"code":"ORDER_CLOSED","message":"It has shipped."}"#.utf8)
    #expect(StatusFormat.decodeFailure(from: closed) == ServerFailure(code: "ORDER_CLOSED", message: "It has shipped."))
    #expect(PlainFormat.decodeFailure(from: phrase) == ServerFailure())
    #expect(StatusFormat.decodeFailure(from: Data(#"{"code":"GONE"}"#.utf8)) == nil)
  }
}
