import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// `ExtensibleEnum` as a parameter, from the client's call to the server's closure.
struct OpenParameterTests {
  private enum Status: String, Codable { case active }
  private enum Level: Int64, Codable { case low = 1 }
  private struct Filter: Codable {
    var levels: [ExtensibleEnum<Level>]
    var status: ExtensibleEnum<Status>?
  }

  private static let endpoint = Endpoint("Members", "find", .get, "/members/{status}")

  private struct Members: Contract {
    static func live(_ client: APIClient) -> Members { Members() }
    static var unimplemented: Members { Members() }
    static var routes: [Route<Members>] {
      [
        Route(endpoint) { _, call in
          let path: ExtensibleEnum<Status> = try call.path("status")
          let also: [ExtensibleEnum<Status>] = try call.query("also")
          let level: ExtensibleEnum<Level>? = try call.optionalQuery("level")
          let filter: Filter = try call.query("filter")
          return try call.reply("\(path) \(also) \(String(describing: level)) \(filter.levels) \(filter.status == nil)")
        }
      ]
    }
  }

  private let sent = Locked("")

  private func ask(_ fill: (inout OutgoingCall) -> Void) async throws -> String {
    var call = OutgoingCall(Self.endpoint)
    fill(&call)
    let transport = Members().inMemory().watched { [sent] request in sent.withLock { $0 = request.head.path ?? "" } }
    return try await APIClient(try #require(URL(string: "https://h")), transport: transport).send(call)
  }

  @Test(arguments: ["active", "gone", "한글 &"])
  func everyValueReachesTheServerAsItsRawValue(raw: String) async throws {
    let status = ExtensibleEnum<Status>(rawValue: raw)
    let level = Optional(ExtensibleEnum<Level>.unknown(.min))
    let levels: [ExtensibleEnum<Level>] = [.known(.low), .unknown(77)]
    let answer = try await ask { call in
      call.path("status", status)
      call.query("also", [status, .known(.active)])
      call.query("level", level)
      call.query("none", ExtensibleEnum<Level>?.none)
      call.query("filter", Filter(levels: levels))
    }
    #expect(answer == "\(status) \([status, .known(.active)]) \(String(describing: level)) \(levels) true")
    let url = try #require(URLComponents(string: "https://h\(sent.withLock { $0 })"))
    #expect(url.path == "/members/\(raw)")
    #expect(
      url.queryItems?.map { "\($0.name)=\($0.value ?? "")" }
        == ["also=\(raw)", "also=active", "level=\(Int64.min)", "levels=1", "levels=77"]
    )
  }

  @Test
  func aValueOfAnotherTypeIsABadRequestThatNamesTheParameter() async throws {
    let error = await #expect(throws: APIError.self) {
      try await ask { call in
        call.path("status", "active")
        call.query("also", "active")
        call.query("level", "high")
      }
    }
    #expect(error?.status == .badRequest)
    #expect(error?.message?.english.contains("`level`") == true)
  }
}
