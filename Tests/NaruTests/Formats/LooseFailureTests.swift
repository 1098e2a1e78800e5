import Foundation
import HTTPTypes
import Naru
import Testing

private enum Plain: CodeMessageFormat { static let json = JSONCoding() }
private enum WithError: ErrorMessageFormat { static let json = JSONCoding() }
private enum WithStatus: StatusMessageFormat { static let json = JSONCoding() }
private enum Enveloped: EnvelopeFormat { static let json = JSONCoding() }

/// The failures of common frameworks, read by formats that don't know them.
struct LooseFailureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var body: String
    var failure: ServerFailure

    init(_ name: String, _ body: String, code: String? = nil, _ message: String?, _ fields: [ServerFailure.Field] = [])
    {
      (testDescription, self.body, failure) = (name, body, .init(code: code, message: message, fields: fields))
    }
  }

  static let cases = [
    Case(
      "NestJS",
      #"{"statusCode":400,"message":["title should not be empty","body is too long"],"error":"Bad Request"}"#,
      "title should not be empty, body is too long"
    ),
    Case(
      "NestJS, without sentences",
      #"{"statusCode":400,"message":[{"property":"title","constraints":{"isNotEmpty":"title is empty"}}],"error":"Bad Request"}"#,
      "title is empty",
      [.init("title", "title is empty")]
    ),
    Case("FastAPI", #"{"detail":"Not found"}"#, "Not found"),
    Case("FastAPI, an object", #"{"detail":{"code":"GONE","message":"Sold."}}"#, code: "GONE", "Sold."),
    Case(
      "FastAPI, fields",
      #"{"detail":[{"loc":["body","items",0,"title"],"msg":"Field required","type":"missing","input":{"password":"s3"}}]}"#,
      "Field required",
      [.init("items[0].title", "Field required", code: "missing")]
    ),
    Case(
      "Django REST framework",
      #"{"detail":"Expired.","code":"token_not_valid"}"#,
      code: "token_not_valid",
      "Expired."
    ),
    Case(
      "Spring",
      #"{"status":400,"error":"Bad Request","message":"Validation failed","path":"/books","errors":[{"codes":["NotBlank.title"],"arguments":[{"code":"title"}],"defaultMessage":"must not be blank","objectName":"book","field":"title","rejectedValue":"","code":"NotBlank"}]}"#,
      "Validation failed",
      [.init("title", "must not be blank", code: "NotBlank")]
    ),
    Case(
      "Spring, of the object",
      #"{"status":400,"error":"Bad Request","message":"","errors":[{"defaultMessage":"ends before it begins","objectName":"loan","code":"Order"}]}"#,
      code: "Order",
      "ends before it begins"
    ),
    Case(
      "Laravel",
      #"{"message":"Invalid.","errors":{"title":["Required."],"message":["Too long."],"authors.0.name":["Bad.","Used."]}}"#,
      "Invalid.",
      [.init("title", "Required."), .init("message", "Too long."), .init("authors.0.name", "Bad. Used.")]
    ),
    Case("Rails", #"{"errors":["Title can't be blank","Body is too long"]}"#, "Title can't be blank, Body is too long"),
    Case(
      "strings by field",
      #"{"errors":{"title":"제목이 없습니다.","password":"너무 짧습니다.","token":"abc123"}}"#,
      "제목이 없습니다. 너무 짧습니다.",
      [.init("title", "제목이 없습니다."), .init("password", "너무 짧습니다.")]
    ),
    Case("Phoenix", #"{"errors":{"detail":"Not Found"}}"#, "Not Found"),
    Case("a sentence in error", #"{"error":"Couldn't find Book"}"#, "Couldn't find Book"),
    Case("GitLab", #"{"message":{"title":["is too short"]}}"#, "is too short", [.init("title", "is too short")]),
    Case("Vapor", #"{"error":true,"reason":"Book is gone."}"#, "Book is gone."),
    Case(
      "ASP.NET",
      #"{"type":"https://h/1","title":"Invalid","status":400,"errors":{"Title":["Required."]},"traceId":"00-1"}"#,
      "Required.",
      [.init("Title", "Required.")]
    ),
    Case(
      "RFC 9457's example",
      #"{"title":"Invalid","invalid-params":[{"name":"age","reason":"must be positive"}]}"#,
      "must be positive",
      [.init("age", "must be positive")]
    ),
    Case(
      "Zod",
      #"{"errors":{"formErrors":[],"fieldErrors":{"title":["Required"]}}}"#,
      "Required",
      [.init("title", "Required")]
    ),
    Case(
      "Mongoose",
      #"{"errors":{"title":{"name":"ValidatorError","message":"Required.","path":"title"}},"message":"Invalid"}"#,
      "Invalid",
      [.init("title", "Required.")]
    ),
    Case(
      "Stripe",
      #"{"error":{"code":"parameter_missing","message":"No amount.","param":"amount","type":"invalid_request_error"}}"#,
      code: "parameter_missing",
      "No amount.",
      [.init("amount", "No amount.", code: "parameter_missing")]
    ),
    Case(
      "OpenAI",
      #"{"error":{"message":"Rate limit reached","type":"tokens","param":null,"code":null}}"#,
      code: "tokens",
      "Rate limit reached"
    ),
    Case(
      "Google",
      #"{"error":{"code":400,"message":"Bad.","status":"INVALID_ARGUMENT","details":[{"@type":"ErrorInfo","reason":"LONG"},{"@type":"BadRequest","fieldViolations":[{"field":"title","description":"Too long."}]}]}}"#,
      code: "INVALID_ARGUMENT",
      "Bad.",
      [.init("title", "Too long.")]
    ),
    Case(
      "GraphQL",
      #"{"data":null,"errors":[{"message":"Sign in","path":["me"],"extensions":{"code":"UNAUTHENTICATED"}}]}"#,
      code: "UNAUTHENTICATED",
      "Sign in"
    ),
    Case(
      "JSON:API",
      #"{"errors":[{"status":"422","code":"blank","title":"Invalid","detail":"Too short.","source":{"pointer":"/data/attributes/title"}},{"status":"422","title":"Unknown","source":{"parameter":"sort"}}]}"#,
      code: "blank",
      "Too short. Unknown",
      [.init("title", "Too short.", code: "blank"), .init("sort", "Unknown")]
    ),
    Case(
      "Kakao",
      #"{"msg":"this access token does not exist","code":-401}"#,
      code: "-401",
      "this access token does not exist"
    ),
    Case("Naver", #"{"errorMessage":"Authentication failed","errorCode":"024"}"#, code: "024", "Authentication failed"),
  ]

  @Test(arguments: cases)
  func theFailureOfAnotherFrameworkIsRead(known: Case) throws {
    let body = Data(known.body.utf8)
    #expect(Plain.decodeFailure(from: body) == known.failure)
    let withError = try #require(WithError.decodeFailure(from: body))
    #expect(withError.message == known.failure.message && withError.fields == known.failure.fields)
    let withStatus = try #require(WithStatus.decodeFailure(from: body))
    #expect(withStatus == ServerFailure(message: known.failure.message, fields: known.failure.fields))
    let wrapped = Data(known.body.replacing(/^\{/, with: #"{"success":false,"#).utf8)
    let enveloped = try #require(Enveloped.decodeFailure(from: wrapped))
    #expect(enveloped.message == known.failure.message && enveloped.fields == known.failure.fields)
    #expect(Enveloped.decodeFailure(from: body) == nil)
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
      #expect(Plain.decodeFailure(from: Data(body.utf8), head: head) == failure)
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
    #expect(Plain.decodeFailure(from: Data(body.utf8), head: head) == nil)
    #expect(WithError.decodeFailure(from: Data(body.utf8), head: head) == nil)
  }

  @Test
  func theCodeIsWhereTheFormatDeclaresIt() {
    let oauth = Data(#"{"error":"invalid_grant","error_description":"Used."}"#.utf8)
    #expect(WithError.decodeFailure(from: oauth) == ServerFailure(code: "invalid_grant", message: "Used."))
    #expect(Plain.decodeFailure(from: oauth) == ServerFailure(message: "Used."))
    // The phrase of the status is no sentence for a user.
    let phrase = Data(#"{"status":404,"error":"Not Found","path":"/books/1"}"#.utf8)
    #expect(WithError.decodeFailure(from: phrase) == ServerFailure(code: "Not Found"))
    #expect(WithStatus.decodeFailure(from: phrase) == ServerFailure())
    #expect(Plain.decodeFailure(from: phrase) == nil)
    #expect(WithStatus.decodeFailure(from: Data(#"{"code":"GONE"}"#.utf8)) == nil)
  }
}
