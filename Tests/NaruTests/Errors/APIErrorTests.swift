import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The texts of an error, which must not reveal secrets.
struct APIErrorTests {
  private static let codes: [APIError.Code] = [
    .unreachable, .timedOut, .cancelled, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .conflict, .tooLarge,
    .unsupportedMediaType, .invalidRequest, .rateLimited, .serverError, .decodingFailed, .encodingFailed, .insecure,
    .unimplemented,
    .unknown,
  ]

  @Test(arguments: codes)
  func everyCodeHasASentenceInBothLanguages(code: APIError.Code) {
    #expect(code.localizedMessage.korean.contains { ("가"..."힣").contains($0) })
    #expect(code.localizedMessage.english.allSatisfy { $0.isASCII })
    #expect(code.localizedMessage.text(in: .korean) == code.localizedMessage.korean)
    #expect(code.localizedMessage.text(in: .english) == code.localizedMessage.english)
  }

  @Test
  func everyCodeHasItsOwnName() {
    #expect(Set(Self.codes.map(\.description)).count == Self.codes.count)
  }

  @Test
  func anErasedErrorStillShowsTheSentence() {
    let error: any Error = APIError(.conflict, "이미 서재에 있는 책입니다.")
    #expect(error.localizedDescription == "이미 서재에 있는 책입니다.")
  }

  @Test
  func queryValuesAndTokensAreNotInTheTexts() async throws {
    let endpoint = Endpoint("Notes", "find", .get, "/notes", auth: .required, parameters: [.init("text", .query)])
    var call = OutgoingCall(endpoint)
    call.query("text", "남이 보면 안 되는 말")
    let client = APIClient(
      try #require(URL(string: "https://h")),
      transport: ClosureTransport.status(500),
      middleware: [BearerAuthentication { Secret("s3cret") }]
    )
    let error = try #require(await #expect(throws: APIError.self) { try await client.send(call) })
    var dumped = ""
    dump(error, to: &dumped)
    for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
      #expect(!text.contains("s3cret"))
      #expect(!text.contains("%EB") && !text.contains("남이"))
    }
    #expect(error.requestDescription == "GET https://h/notes?text=…")
  }

  @Test
  func errorsAreEqualIfAnAppWouldTreatThemTheSame() async throws {
    let endpoint = Endpoint("Notes", "show", .get, "/notes")
    let transport = ClosureTransport.status(404, #"{"code":"NO_NOTE","message":"없는 메모입니다."}"#)
    let client = APIClient(InMemoryTransport.url, transport: transport)
    let received = try await #require(throws: APIError.self) { try await client.send(OutgoingCall(endpoint)) }
    let made = APIError(.notFound, "없는 메모입니다.", serverCode: "NO_NOTE", status: .notFound)
    #expect(received == made, "The endpoint, the request and the header fields are not compared.")
    struct Reason: Error {}
    #expect(APIError(.unknown, underlyingError: Reason()) == APIError(.unknown))
    for other in [
      APIError(.conflict, "없는 메모입니다.", serverCode: "NO_NOTE", status: .notFound),
      APIError(.notFound, "없습니다.", serverCode: "NO_NOTE", status: .notFound),
      APIError(.notFound, "없는 메모입니다.", status: .notFound),
      APIError(.notFound, "없는 메모입니다.", serverCode: "NO_NOTE"),
      APIError(.notFound, "없는 메모입니다.", serverCode: "NO_NOTE", status: .notFound, retryAfter: .seconds(1)),
      APIError(.notFound, "없는 메모입니다.", serverCode: "NO_NOTE", status: .notFound, fields: [.init("id", "?")]),
      APIError(
        .notFound,
        "없는 메모입니다.",
        serverCode: "NO_NOTE",
        status: .notFound,
        failure: ProblemDetails<Never>(title: "?")
      ),
    ] {
      #expect(received != other)
    }
  }

  @Test
  func aSecretIsRedactedEverywhere() {
    let secret = Secret("s3cret")
    var dumped = ""
    dump([secret], to: &dumped)
    #expect("\(secret) \(String(reflecting: secret)) \(dumped)".contains("s3cret") == false)
    #expect(secret.revealed == "s3cret")
  }
}
