import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Results in header fields, with a body of any kind.
struct ResultWithHeadersTests {
  @Test func aPlaceIsA201WithoutABody() async throws {
    var api = Files.unimplemented
    api.add = { name in CreatedLocation("/files/\(name)") }
    #expect(try await Files.overHTTP(api).add(name: "a") == CreatedLocation("/files/a"))
    let response = try await api.inMemory().send(.post, "/files", [:], Data(#""a""#.utf8))
    #expect(response.head.status == .created && response.body.isEmpty)
    #expect(response.head.headerFields[.location] == "/files/a")
  }

  @Test func aPlaceThatIsMissingIsAnError() async throws {
    let files = Files.live(over: ClosureTransport.status(201))
    let error = await #expect(throws: APIError.self) { try await files.add(name: "a") }
    #expect(error?.code == .decodingFailed && "\(error?.underlyingError as Any)".contains("Location"))
  }

  @Test func bytesHaveHeaderFields() async throws {
    var api = Files.unimplemented
    let bytes = Data("나루".utf8)
    api.file = returns(Download(body: Blob(bytes, contentType: "text/csv"), headers: [.eTag: "\"7\"", .age: "3"]))
    let download = try await Files.overHTTP(api).file()
    #expect(download.headers[.eTag] == "\"7\"" && download.headers[.age] == "3")
    #expect(download.body.contentType == "text/csv")
    #expect(try await download.body.collect(upTo: 100) == bytes)
  }

  @Test(arguments: [("42", 42), ("42, 42", 42), ("", nil)])
  func aTotalThatAProxyRepeatsIsOne(field: String, total: Int?) throws {
    #expect(try CountedList(body: [1], headers: [.known("X-Total-Count"): field]).total == total)
  }

  @Test func nothingHasHeaderFields() async throws {
    var api = Files.unimplemented
    api.touch = returns(Touched(count: 3))
    #expect(try await Files.overHTTP(api).touch() == Touched(count: 3))
    let response = try await api.inMemory().send(.put, "/files/touch")
    #expect(response.head.status == .noContent && response.head.headerFields[.age] == "3")
  }
}

private struct Download: ResultWithHeaders {
  var body: Blob
  var headers: HTTPFields
}

private struct Touched: ResultWithHeaders, Equatable {
  var count: Int
  var body: Void { () }
  var headers: HTTPFields { [.age: "\(count)"] }

  init(count: Int) { self.count = count }
  init(body: Void, headers: HTTPFields) throws { count = headers[.age].flatMap { Int($0) } ?? 0 }
}

@API("/files")
private struct Files: Sendable {
  @POST("/", status: 201)
  var add: @Sendable (_ name: String) async throws -> CreatedLocation
  @GET("/content")
  var file: @Sendable () async throws -> Download
  @PUT("/touch")
  var touch: @Sendable () async throws -> Touched
}
