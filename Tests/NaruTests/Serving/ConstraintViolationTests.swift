import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

@Payload(init: true)
private struct Draft: Sendable, Hashable {
  @Constraints(.length(1...5)) var title: String
  @Constraints(.range(1...5)) var rating: Int?
  @Constraints(.items(1...2), .length(...3)) var tags: [String] = ["a"]
  @Constraints(.pattern("^[a-z]+$")) @Key("slug") var name: String?
  @Constraints(.format(.email)) var mail: String?
  @Constraints(.range(0.5...1.5)) var weight: Double?
  @Constraints(.length(2...)) var secret: Secret?
  var replies: [Draft] = []
}

@API("/drafts", format: DetailFormat.self)
private struct Drafts: Sendable {
  @POST("/{shelf}", constraints: ["shelf": .length(...3)])
  var add: @Sendable (_ shelf: String, _ draft: Draft) async throws -> Draft

  @GET(
    "/?q={text}",
    constraints: ["size": .range(1...100), "text": .length(2...), "ids": .items(...2), "ids": .range(0...9)]
  )
  var list: @Sendable (_ text: String?, _ size: Int, _ ids: CommaDelimited<[Int]>?) async throws -> [Draft]

  @POST("/forms", constraints: ["page": .range(1...)])
  var form: @Sendable (_ page: Form<Int>, _ span: Form<Span>) async throws -> Void
}

@Payload private struct Span: Sendable {
  @Constraints(.range(...10)) var from: Int
  var to: Int
}

/// Limits that a contract declares, in a server and before a call.
struct LimitProblemTests {
  private func ask(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ body: String = "",
    type: String = "application/json",
    options: ServingOptions = ServingOptions()
  ) async throws -> (status: Int, fields: [String], text: String) {
    let drafts = Drafts(add: { _, draft in draft }, list: { _, _, _ in [] }, form: { _, _ in })
    let fields: HTTPFields = body.isEmpty ? [:] : [.contentType: type]
    let response = try await drafts.inMemory(options).send(method, path, fields, Data(body.utf8))
    let failure = DetailFormat.decodeFailure(from: response.body)
    return (
      response.head.status.code, failure?.fields.map { "\($0.name) \($0.code ?? "")" } ?? [], failure?.message ?? ""
    )
  }

  @Test func valuesWithinTheirLimitsReachTheClosure() async throws {
    let body =
      #"{"title":"👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦","rating":5,"tags":["abc","가나다"],"slug":"a","mail":"a@b.kr","weight":0.5,"secret":"ab"}"#
    #expect(try await ask(.post, "/drafts/abc", body).status == 200)
    #expect(try await ask(.get, "/drafts?size=100&q=ab&ids=1,9").status == 200)
  }

  @Test func everyValueBeyondALimitIsNamedWithTheMalformedOnes() async throws {
    let body = """
      {"title":"","rating":6,"tags":["abcd"],"slug":"A","mail":"a@b","weight":0.4,"secret":"a",
       "replies":[{"title":"abcdef","rating":"x"}]}
      """
    let answer = try await ask(.post, "/drafts/abcd", body)
    #expect(answer.status == 400)
    #expect(
      answer.fields == [
        "shelf limit", "title limit", "rating limit", "tags[0] limit", "slug limit", "mail limit", "weight limit",
        "secret limit", "replies[0].title limit", "replies[0].rating invalid",
      ]
    )
    #expect(answer.text.contains("`rating` must be 1 to 5, not 6."))
    #expect(answer.text.contains("`title` must have 1 to 5 characters, but has 0."))
  }

  @Test func everyParameterBeyondALimitIsNamed() async throws {
    #expect(try await ask(.get, "/drafts?size=0&q=a&ids=1,2,3").fields == ["q limit", "size limit"])
    #expect(try await ask(.get, "/drafts?size=1&ids=1,2,3").fields == ["ids limit"])
    #expect(try await ask(.get, "/drafts?size=1&ids=1,10").fields == ["ids[1] limit"])
  }

  @Test func theFieldsOfAFormHaveLimits() async throws {
    let type = "application/x-www-form-urlencoded"
    #expect(
      try await ask(.post, "/drafts/forms", "page=0&from=11&to=1", type: type).fields == ["page limit", "from limit"]
    )
    #expect(try await ask(.post, "/drafts/forms", "page=1&from=10&to=1", type: type).status < 300)
  }

  @Test func aCharacterWithAThousandMarksIsTooLong() async throws {
    let marks = String(repeating: "\u{301}", count: 1000)
    let answer = try await ask(.post, "/drafts/abc", "{\"title\":\"a\(marks)\"}")
    #expect(answer.fields == ["title limit"] && answer.text.hasSuffix("but has 63."), "\(answer.text)")
  }

  @Test func aServerHasItsOwnSentence() async throws {
    var options = ServingOptions()
    options.describe = { problem in problem.path == "rating" ? "No such rating: \(problem.found ?? "")" : nil }
    let answer = try await ask(.post, "/drafts/abc", #"{"title":"","rating":9}"#, options: options)
    #expect(answer.text == "`title` must have 1 to 5 characters, but has 0. No such rating: 9")
  }

  @Test func aClientReadsAResponseBeyondTheLimits() async throws {
    let json = Data(#"{"title":"","rating":9}"#.utf8)
    #expect(try DetailFormat.json.decode(Draft.self, from: json).rating == 9)
  }

  @Test func theProblemsOfAValueAreKnownBeforeItIsSent() {
    var draft = Draft(title: "", rating: 9, replies: [Draft(title: "abcdef")])
    #expect(draft.problems().map(\.path) == ["title", "rating", "replies[0].title"])
    #expect(draft.problems().map(\.found) == ["0", "9", "6"])
    #expect(draft.problems().first?.localizedMessage.korean == "`title` 값은 1자 이상 5자 이하여야 합니다. (현재 0자)")
    #expect(throws: APIError.self) { try draft.problems().check() }
    draft = Draft(title: "a")
    #expect(draft.problems().isEmpty)
  }

  @Test func theProblemsOfParametersAreKnownBeforeTheCall() {
    let none: Int? = nil
    let list = Drafts.Endpoints.list
    #expect(list.problems(["size": 0, "q": "a", "ids": [1, 2]]).map(\.path) == ["size", "q"])
    #expect(list.problems(["size": none]).isEmpty)
  }

  @Test func theTokenAndTheSchemaHaveTheLimits() {
    #expect(Drafts.Endpoints.list.parameters.map(\.constraints.count) == [1, 1, 2])
    guard case .object(_, let fields, _) = Draft.schema else {
      Issue.record("no object")
      return
    }
    #expect(fields.first?.constraints == [.length(1...5)])
    #expect(fields[2].constraints == [.items(min: 1, max: 2), .length(min: 0, max: 3)])
  }
}
