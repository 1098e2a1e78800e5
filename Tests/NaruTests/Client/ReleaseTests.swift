import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// The release of an app: how it is compared and sent, and how an old one is rejected.
struct ReleaseTests {
  @API("/notes", format: DetailFormat.self, auth: .required)
  struct Problems {
    @GET("/")
    var list: @Sendable () async throws -> [String]
  }

  @API("/plain")
  struct Plain {
    @GET("/")
    var list: @Sendable () async throws -> [String]
  }

  @API("/uploads", host: "https://uploads.example.com")
  struct Uploads {
    @GET("/")
    var list: @Sendable () async throws -> [String]
  }

  private func client(_ minimum: Release?, _ release: Release?) throws -> APIClient {
    let options = ServingOptions(minimumRelease: minimum)
    let server = InMemoryTransport([
      ServedContract(Problems.self, options: options) { _ in Problems(list: { [] }) },
      ServedContract(Plain.self, options: options) { _ in Plain(list: { ["a"] }) },
    ])
    return APIClient(try #require(URL(string: "http://localhost")), transport: server, release: release)
  }

  @Test(arguments: [
    ("1.9", "1.10"), ("1.2.0", "1.10.0"), ("0", "0.0.1"), ("1.4", "1.4.0.1"), ("9", "10"), ("1.999999999", "2"),
  ])
  func releasesAreComparedNumberByNumber(earlier: String, later: String) throws {
    let (earlier, later) = (try #require(Release(earlier)), try #require(Release(later)))
    #expect(earlier < later)
    #expect(!(later < earlier))
    #expect(earlier != later)
  }

  @Test func zerosAtTheEndDoNotCount() throws {
    #expect(Release("1.4") == Release("1.4.0"))
    #expect(Set<Release>(["1", "1.0", "01.0.0"]).count == 1)
  }

  @Test(arguments: [
    "", ".", "1.", ".1", "1..2", "1.4-beta", "v1", "-1", "+1", "1 ", "١", "1.1234567890", "1.2.3.4.5.6.7",
  ])
  func otherStringsAreNotReleases(string: String) {
    #expect(Release(string) == nil)
  }

  @Test func aClientSendsItsReleaseToTheServersThatTheAppLists() async throws {
    let url = try #require(URL(string: "http://localhost"))
    #expect(try await sent(nil) { _ = try await Plain.live($0).list() } == nil)
    #expect(try await sent("1.4.0") { _ = try await Plain.live($0).list() } == "1.4.0")
    #expect(try await sent("1.4.0") { _ = try await Uploads.live($0).list() } == nil)
    #expect(
      try await sent("1.4.0", hosts: ["https://uploads.example.com": url]) { _ = try await Uploads.live($0).list() }
        == "1.4.0"
    )
  }

  /// Returns the release that a call sends.
  private func sent(
    _ release: Release?,
    hosts: [String: URL] = [:],
    _ call: (APIClient) async throws -> Void
  ) async throws -> String? {
    let (url, field) = (try #require(URL(string: "http://localhost")), try #require(HTTPField.Name("Naru-Release")))
    let requests = Locked<[APIRequest]>([])
    let transport = ClosureTransport.status(200, "[]").watched { request in requests.withLock { $0.append(request) } }
    try await call(APIClient(url, transport: transport, hosts: hosts, release: release))
    return try #require(requests.withLock { $0.first }).head.headerFields[field]
  }

  @Test func anOldReleaseIsAskedToUpdateInEveryFormat() async throws {
    let client = try client("1.2.0", "1.1.9")
    // `Problems` requires a caller: the release is checked first.
    for call in [Problems.live(client).list, Plain.live(client).list] {
      let error = await #expect(throws: APIError.self) { _ = try await call() }
      #expect(error?.code == .outdated)
      #expect(error?.status?.code == 426)
    }
  }

  @Test(arguments: [
    ("ko", "이 버전은 더 이상 지원되지 않습니다. 앱을 업데이트해 주세요."),
    ("en", "This version is no longer supported. Update the app."),
  ])
  func theSentenceIsInTheCallersLanguage(language: String, sentence: String) async throws {
    let plain = Plain.live(try client("1.2.0", "1.1"))
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(headers: [.acceptLanguage: language]) { _ = try await plain.list() }
    }
    #expect(error?.message?.description == sentence)
  }

  @Test(arguments: [nil, "1.2", "1.10.0"] as [Release?])
  func otherReleasesAreServed(release: Release?) async throws {
    #expect(try await Plain.live(client("1.2.0", release)).list() == ["a"])
  }

  @Test func anInvalidReleaseIsTreatedAsNone() async throws {
    let (plain, field) = (Plain.live(try client("1.2.0", nil)), try #require(HTTPField.Name("Naru-Release")))
    let list = try await withCallOptions(headers: [field: "1.0-beta"]) { try await plain.list() }
    #expect(list == ["a"])
  }
}
