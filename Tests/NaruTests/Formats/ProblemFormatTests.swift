import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Failures as problem details (RFC 9457).
struct ProblemFormatTests {
  enum Bank: ProblemFormat {
    struct Members: Codable, Sendable, Equatable {
      var balance: Int
      var accounts: [String]
    }

    static let json = JSONCoding()
  }

  enum Plain: ProblemFormat { static let json = JSONCoding() }

  private func error(_ format: any ResponseFormat.Type, _ status: Int, _ body: String) async throws -> APIError {
    let transport = ClosureTransport.status(status, body, [.contentType: "application/problem+json"])
    let client = APIClient(InMemoryTransport.url, transport: transport)
    let call = OutgoingCall(Endpoint("Bank", "pay", .post, "/pay", format: format))
    return try #require(await #expect(throws: APIError.self) { try await client.send(call) })
  }

  /// The first example of the RFC.
  private let outOfCredit = #"""
    {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit.",
     "detail":"Your current balance is 30, but that costs 50.","instance":"/account/12345/msgs/abc",
     "balance":30,"accounts":["/account/12345","/account/67890"]}
    """#

  /// The second one.
  private let invalid = #"""
    {"type":"https://example.net/validation-error","title":"Your request is not valid.",
     "errors":[{"detail":"must be a positive integer","pointer":"#/age"},
               {"detail":"must be 'green', 'red' or 'blue'","pointer":"#/profile/colors/0"}]}
    """#

  @Test func theRFCsExamplesAreRead() async throws {
    let error = try await error(Bank.self, 403, outOfCredit)
    let problem = try #require(error.failure as? ProblemDetails<Bank.Members>)
    #expect(problem.members == Bank.Members(balance: 30, accounts: ["/account/12345", "/account/67890"]))
    #expect(problem.instance == "/account/12345/msgs/abc")
    #expect(error.serverCode == "https://example.com/probs/out-of-credit")
    #expect(error.localizedDescription == "Your current balance is 30, but that costs 50.")

    let other = try await self.error(Bank.self, 422, invalid)
    #expect((other.failure as? ProblemDetails<Bank.Members>)?.members == nil)
    #expect(other.localizedDescription == "Your request is not valid.")
    #expect(other.fields.map(\.name) == ["age", "profile.colors[0]"])
  }

  @Test func aMemberOfAnotherTypeIsIgnored() async throws {
    let error = try await error(Plain.self, 404, #"{"type":7,"title":"Gone.","status":"404","detail":null}"#)
    #expect(error.failure as? ProblemDetails<Never> == ProblemDetails(title: "Gone."))
    #expect(try await self.error(Plain.self, 404, #"{"message":"Gone."}"#).failure == nil)
  }

  @Test(arguments: [
    #""errors":{"Name":["Required."]}"#, #""violations":[{"propertyPath":"Name","message":"Required."}]"#,
    #""invalid-params":[{"name":"Name","reason":"Required."}]"#, #""errors":[{"field":"Name","message":"Required."}]"#,
  ])
  func theFieldsOfOtherFrameworksAreRead(fields: String) async throws {
    let error = try await error(Plain.self, 400, #"{"type":"","title":"Invalid.","detail":"",\#(fields)}"#)
    #expect(error.fields.map(\.name) == ["Name"] && error.fields.map(\.message.korean) == ["Required."])
    #expect(error.message?.korean == "Invalid." && error.serverCode == nil)
  }

  @Test func aServerWritesProblems() throws {
    let members = Bank.Members(balance: 30, accounts: [])
    let problem = ProblemDetails(title: "You do not have enough credit.", status: 403, members: members)
    let response = APIResponse(
      failure: APIError(.forbidden, failure: problem),
      format: Bank.self,
      language: .english
    )
    #expect(response.head.headerFields[.contentType] == "application/problem+json")
    let object = try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    #expect(object["balance"] as? Int == 30)
    #expect(object["type"] as? String == "about:blank")
    #expect(try Bank.json.decode(ProblemDetails<Bank.Members>.self, from: response.body).members == members)

    let plain = APIResponse(failure: APIError(.notFound, "Gone."), format: Plain.self, language: .english)
    let text = String(decoding: plain.body, as: UTF8.self)
    #expect(text.contains(#""status":404"#) && text.contains(#""title":"Not Found""#), "\(text)")
    #expect(text.contains(#""detail":"Gone.""#))
  }

  @Test func severalInvalidFieldsArriveAtOnce() async throws {
    let error = APIError.invalidRequest(
      fields: [.init("title", "제목을 입력해 주세요."), .init("text", "너무 깁니다.", code: "too_long")],
      status: .unprocessableContent
    )
    let response = APIResponse(failure: error, format: Plain.self, language: .korean)
    let caught = try await self.error(Plain.self, 422, String(decoding: response.body, as: UTF8.self))
    #expect(caught.fields == error.fields)
    #expect(caught.localizedDescription == "제목을 입력해 주세요. 너무 깁니다.")
  }
}
