import Foundation
import HTTPTypes
import Naru
import Testing

/// The redaction of recorded requests and responses.
struct RedactionTests {
  private let redaction = Redaction(names: ["Birth-Date"])

  @Test(arguments: [
    "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "X-Auth-Token", "accessToken",
    "refresh_token", "PASSWORD", "newPassword", "client_secret", "pin", "otp", "X-Amz-Signature", "birthDate",
    "ttbkey", "serviceKey",
  ])
  func namesOfSecretsAreRecognized(name: String) {
    #expect(redaction.hides(name))
  }

  @Test
  func anyNumberOfNamesIsJudged() {
    let names = (0..<1_100).map { "field\($0)" } + [String(repeating: "x", count: 100) + "Token", "accessToken"]
    for _ in 1...2 { #expect(names.filter(redaction.hides) == names.suffix(2)) }
  }

  @Test
  func theAPIKeysOfAnEndpointAreSecret() throws {
    let security: [SecurityScheme] = [.all(.apiKey(query: "ticket"), .apiKey(header: "X-App-Id"))]
    let endpoint = Endpoint("A", "a", .get, "/a", auth: .required, security: security)
    #expect(redaction.target("/a?ticket=s&b=1", of: endpoint) == "/a?ticket=redacted&b=1")
    #expect(redaction.target("/a?ticket=s", of: nil) == "/a?ticket=s")
    let field = HTTPField(name: try #require(HTTPField.Name("X-App-Id")), value: "s")
    #expect(redaction.knowing(endpoint).field(field) == "redacted" && redaction.field(field) == "s")
  }

  @Test(arguments: ["ETag", "If-Match", "If-None-Match", "If-Range"])
  func theTagOfAVersionCanBeRead(name: String) throws {
    let tag = "\"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\""
    #expect(redaction.field(HTTPField(name: try #require(HTTPField.Name(name)), value: tag)) == tag)
    #expect(redaction.field(HTTPField(name: try #require(HTTPField.Name("X-Tag")), value: tag)) != tag)
  }

  @Test func aCodeIsSecretWhereAProviderSendsIt() {
    let callback = "/login/oauth2/code/naver?code=abc&state=xyz&lang=ko"
    #expect(redaction.target(callback, of: nil) == "/login/oauth2/code/naver?code=redacted&state=redacted&lang=ko")
    #expect(redaction.target("/callback?code=a7", of: nil) == "/callback?code=redacted")
    #expect(redaction.target("/countries?code=KR", of: nil) == "/countries?code=KR")
  }

  @Test func lettersInAnotherCaseHideNoSecret() {
    for text in ["to\u{212A}en=abc", "TOKEN=abc"] {
      #expect(redaction.value(text) != text, "\(text)")
    }
  }

  @Test(arguments: [
    "Accept", "id", "Idempotency-Key", "tokenType", "token_type", "accessTokenExpiresAt", "expires_in", "spin",
    "author", "pinned", "title", "code", "session",
  ])
  func otherNamesAreNotSecret(name: String) {
    #expect(!redaction.hides(name))
  }

  @Test(arguments: [
    (#"{"a":1,"b":[true,null,-1.50e3,"x"],"c":{}}"#, nil),
    (" [ ]\n", nil), (#""plain""#, nil), ("12345678901234567890.10", nil),
    (#"{ "password" : "s3cret" , "id":1.0}"#, #"{ "password" : "redacted" , "id":1.0}"#),
    (#"{"pass\u0077ord":"s3c\"ret"}"#, #"{"pass\u0077ord":"redacted"}"#),
    (
      #"{"tokens":["a",{"kind":"b","count":7,"ok":true,"none":null}],"x":"a"}"#,
      #"{"tokens":["redacted",{"kind":"redacted","count":0,"ok":true,"none":null}],"x":"a"}"#
    ),
    (#"{"pin":1234,"token":null,"secret":"","otp":false}"#, #"{"pin":0,"token":null,"secret":"","otp":false}"#),
    (
      #"{"sessionId":"123e4567-e89b-12d3-a456-426614174000"}"#,
      #"{"sessionId":"00000000-0000-0000-0000-000000000000"}"#
    ),
    (#"{"note":"Bearer abc.def","url":"a/b"}"#, #"{"note":"Bearer redacted","url":"a/b"}"#),
    (#"["eyJhbGciOi.eyJzdWI.x"]"#, #"["redacted"]"#),
    (#"{"birth_date":"2001-02-03"}"#, #"{"birth_date":"redacted"}"#),
  ])
  func redactedJSONKeepsItsForm(json: String, expected: String?) throws {
    #expect(try #require(redaction.json(Data(json.utf8))) == expected ?? json)
  }

  @Test(arguments: ["", "{", #"{"a"}"#, "[1,]", #"{"a":1"#, #""a"#, "{} x", "<p>", String(repeating: "[", count: 9000)])
  func textThatIsNotJSONIsRejected(text: String) {
    #expect(redaction.json(Data(text.utf8)) == nil)
  }

  @Test
  func secretsInQueriesAndPathsAreRedacted() {
    let endpoint = Endpoint("Users", "reset", .get, "/reset/{token}/{id}")
    #expect(
      redaction.target("/v1/reset/s3cret/7?q=a%20b&access_token=s3cret&flag&x=eyJa.b&%70in=1234", of: endpoint)
        == "/v1/reset/redacted/7?q=a%20b&access_token=redacted&flag&x=redacted&%70in=0"
    )
    #expect(redaction.target("/a/eyJa.b/7", of: nil) == "/a/redacted/7")
    #expect(redaction.target("/", of: endpoint) == "/")
  }
}
