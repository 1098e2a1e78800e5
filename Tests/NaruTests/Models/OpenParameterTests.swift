import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// `ExtensibleEnum` as a parameter, from the client's call to the server's closure.
struct OpenParameterTests {
  enum Status: String, Codable, Sendable { case active }
  enum Level: Int64, Codable, Sendable { case low = 1 }
  struct Filter: Codable, Sendable {
    var levels: [ExtensibleEnum<Level>]
    var status: ExtensibleEnum<Status>?
  }

  @API("/members")
  struct Members: Sendable {
    @GET("/{status}")
    var find:
      @Sendable (
        _ status: ExtensibleEnum<Status>, _ also: [ExtensibleEnum<Status>], _ level: ExtensibleEnum<Level>?,
        _ none: ExtensibleEnum<Level>?, _ filter: Filter
      ) async throws -> String
  }

  private let server = Members { status, also, level, none, filter in
    "\(status) \(also) \(String(describing: level)) \(none == nil) \(filter.levels) \(filter.status == nil)"
  }.inMemory()

  @Test(arguments: ["active", "gone", "한글 &"])
  func everyValueReachesTheServerAsItsRawValue(raw: String) async throws {
    let (sent, status) = (Locked(""), ExtensibleEnum<Status>(rawValue: raw))
    let members = Members.live(over: server.watched { request in sent.withLock { $0 = request.head.path ?? "" } })
    let level = Optional(ExtensibleEnum<Level>.unknown(.min))
    let levels: [ExtensibleEnum<Level>] = [.known(.low), .unknown(77)]
    let answer = try await members.find(status, [status, .known(.active)], level, nil, Filter(levels: levels))
    #expect(answer == "\(status) \([status, .known(.active)]) \(String(describing: level)) true \(levels) true")
    let url = try #require(URLComponents(string: "https://h\(sent.withLock { $0 })"))
    #expect(url.path == "/members/\(raw)")
    #expect(
      url.queryItems?.map { "\($0.name)=\($0.value ?? "")" }
        == ["also=\(raw)", "also=active", "level=\(Int64.min)", "levels=1", "levels=77"]
    )
  }

  @Test
  func aValueOfAnotherTypeIsABadRequestThatNamesTheParameter() async throws {
    let response = try await server.send(.get, "/members/active?also=active&level=high&levels=1")
    #expect(response.head.status == .badRequest)
    #expect(response.text.contains("`level`"))
  }
}
