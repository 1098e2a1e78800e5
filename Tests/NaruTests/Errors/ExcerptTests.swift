import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The excerpt of a response that could not be read. It must not have secrets.
struct ExcerptTests {
  private struct Post: Decodable, Sendable { var postId: Int }
  private struct Posts: Decodable, Sendable { var list: [Post] }

  private func error(_ status: Int, _ body: Data) async throws -> APIError {
    let transport = ClosureTransport { _ in APIResponse(head: .init(status: .init(code: status)), body: body) }
    let client = APIClient(try #require(URL(string: "https://h")), transport: transport)
    let call = OutgoingCall(Endpoint("Posts", "all", .get, "/posts"))
    return try #require(await #expect(throws: APIError.self) { let _: Posts = try await client.send(call) })
  }

  private func excerpt(_ body: String, status: Int = 502) async throws -> String? {
    try await error(status, Data(body.utf8)).excerpt
  }

  @Test(arguments: [200, 404, 502])
  func anUnreadableResponseIsQuoted(status: Int) async throws {
    let page = "<html>\r\n\t<title>502  Bad Gateway</title>\u{7}\n</html>\n"
    let error = try await error(status, Data(page.utf8))
    #expect(error.excerpt == "<html> <title>502 Bad Gateway</title> </html>")
    #expect("\(error)".contains("status \(status), response “<html> <title>502 Bad Gateway</title> </html>”"))
    #expect(error.localizedDescription == error.code.localizedMessage.description)
    for body in [#"{"list":[{"pos"#, "점검 중입니다.", "null", "[]"] {
      #expect(try await excerpt(body, status: status) == body)
    }
  }

  @Test(arguments: [200, 502])
  func anEmptyResponseIsReported(status: Int) async throws {
    let error = try await error(status, Data())
    #expect(error.excerpt == "")
    #expect("\(error)".contains("status \(status), an empty response"))
  }

  @Test
  func aReadableFailureHasNoExcerpt() async throws {
    let error = try await error(404, Data(#"{"code":"X","message":"없습니다.\nBearer s3cret"}"#.utf8))
    #expect(error.excerpt == nil)
    #expect("\(error)".hasSuffix("status 404, code X, “없습니다. Bearer <redacted>”"))
    #expect(APIError(.notFound).excerpt == nil)
  }

  @Test
  func bytesThatAreNotUTF8AreReplaced() async throws {
    // “오류” in EUC-KR.
    let error = try await error(500, Data([0xBF, 0xC0, 0xB7, 0xF9]) + Data(" 500".utf8))
    #expect(error.excerpt?.contains("�") == true && error.excerpt?.hasSuffix(" 500") == true)
  }

  @Test
  func anExcerptHasAtMost200Characters() async throws {
    let long = try #require(await excerpt(String(repeating: "가나다 ", count: 100_000)))
    #expect(long.count == 200 && long.hasSuffix("…"))
    let whole = String(repeating: "가나 다", count: 50)
    #expect(try await excerpt(whole) == whole)
  }

  private static let secrets = [
    #"{"accessToken":"s3cret"}"#, #"{"refresh_token" : "s3c\"s3cret"}"#, #"{"PASSWORD":"s3cret"}"#,
    #"{"password":"s3cret"#, #"{"user":{"clientSecret": {"value":["s3cret"],"x":"s3cret"}}}"#,
    #"{"tokens":["s3cret","s3cret"]}"#, "Authorization: Bearer s3cret", "authorization: Basic s3cret",
    "Authorization: s3cret s3cret", "bearer   s3cret!", "Set-Cookie: session=s3cret; other=s3cret",
    "/callback?access_token=s3cret&x=1", "password=s3cret and more", "<accessToken>s3cret</accessToken>",
    #"<input name="csrf_token" value="s3cret">"#, #"{"e":"{\"token\":\"s3cret\"}"}"#,
    "eyJhbGciOi.eyJzdWIis3cret.s3cret", "{'api_key': 's3cret'}", "X-Api-Key: s3cret",
    #"{"Cookie":"a=s3cret; b=s3cret"}"#, "key s3cretabcdefghijklmnopqrstuvwxyz0123456789ABCDEFG", "token: 's3cret'",
    #"{"token":"# + "\n\n  \"s3cret\"}", #"["Bearer s3cret"]"#, "token\t=\ts3cret",
  ]

  @Test(arguments: secrets, [200, 500])
  func secretsAreRedacted(body: String, status: Int) async throws {
    let error = try await error(status, Data(body.utf8))
    #expect(error.excerpt?.contains("s3cret") == false, "\(error.excerpt ?? "")")
    #expect(error.excerpt?.contains("<redacted>") == true)
    #expect(!"\(error)".contains("s3cret"))
  }

  /// No part of a token remains, wherever the excerpt ends.
  @Test(arguments: [0, 150, 180, 195, 199, 200, 4_080, 4_090, 4_095])
  func aTokenAtTheEndIsRedacted(offset: Int) async throws {
    let padding = String(repeating: "한 ", count: offset / 4) + String(repeating: ".", count: offset % 4)
    for token in ["eyJs3cret.s3cret", "Bearer s3crets3cret", #""token":"s3crets3cret""#] {
      #expect(try await excerpt(padding + token)?.contains("s3c") == false)
    }
  }

  @Test
  func wordsAndIdentifiersAreNotRedacted() async throws {
    for body in [
      #"{"id":"123e4567-e89b-12d3-a456-426614174000","page":2}"#, "The token has expired.", "404 page not found",
      "----------------------------------------------------",
    ] {
      #expect(try await excerpt(body) == body)
    }
  }

  @Test(arguments: [
    (#"{"list":[{"postId":1},{"postId":2},{"postId":3},{"id":4}]}"#, "because: list[3].postId: is missing"),
    (#"{"list":[{"postId":null}]}"#, "because: list[0].postId: is null and must be Int"),
    (#"{"list":[{"postId":"x"}]}"#, "because: list[0].postId: Expected to decode Int but found a string instead."),
    ("{}", "because: list: is missing"), ("{", "because: expected a key in quotes or } at byte 1"),
  ])
  func thePlaceOfADecodingErrorIsReported(body: String, ending: String) async throws {
    let error = try await error(200, Data(body.utf8))
    #expect(error.code == .decodingFailed)
    #expect("\(error)".hasSuffix(ending), "\(error)")
  }
}
