import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Results whose form is told by the status, called and served.
struct ResultWithStatusTests {
  @Test(arguments: [Export.ready(Report(pages: 3)), .pending(Job(id: 7), retryAfter: 5), .unchanged, .gone])
  fileprivate func eachFormArrives(export: Export) async throws {
    var api = Exports.unimplemented
    api.export = { tag in
      #expect(tag == "\"a\"")
      return export
    }
    #expect(try await Exports.overHTTP(api).export(ifNoneMatch: "\"a\"") == export)
  }

  @Test(arguments: [
    (Export.ready(Report(pages: 3)), 200, #""data":{"pages":3}"#),
    (.pending(Job(id: 7), retryAfter: 5), 202, #""data":{"id":7}"#), (.unchanged, 304, ""), (.gone, 204, ""),
  ])
  fileprivate func eachFormHasItsStatus(export: Export, status: Int, body: String) async throws {
    let response = try await Exports.answer(export)
    #expect(response.head.status.code == status)
    #expect(body.isEmpty ? response.body.isEmpty : response.text.contains(body))
    #expect((response.head.headerFields[.contentType] == nil) == body.isEmpty)
    #expect(response.head.headerFields[.retryAfter] == (status == 202 ? "5" : nil))
  }

  @Test(arguments: [206, 302, 305])
  func anotherStatusIsNotAForm(status: Int) async throws {
    let exports = Exports.live(over: ClosureTransport.status(status, #"{"data":{"pages":3}}"#))
    let error = await #expect(throws: APIError.self) { try await exports.export() }
    #expect(error?.code == .decodingFailed && error?.status?.code == status)
  }

  @Test func aHandlersStatusMustBeThatOfAForm() async throws {
    #expect(try await Exports.answer(.ready(Report(pages: -1))).head.status == .internalServerError)
  }

  @Test func a304IsAFailureOfOtherResults() async throws {
    let exports = Exports.live(over: ClosureTransport.status(304))
    #expect(await #expect(throws: APIError.self) { try await exports.report() }?.status == .notModified)
  }

  @Test func aValueThatIsNotSentIsReadToo() throws {
    #expect(try Export(Export.pending(Job(id: 7), retryAfter: 5).response) == .pending(Job(id: 7), retryAfter: 5))
    #expect(throws: DecodingError.self) { try ResultResponse(200, "a").value(Int.self) }
    #expect(throws: DecodingError.self) { try ResultResponse(200).value(Int.self) }
  }
}

private struct Report: Codable, Sendable, Equatable { var pages: Int }
private struct Job: Codable, Sendable, Equatable { var id: Int }

private enum Export: ResultWithStatus, Equatable {
  case ready(Report)
  case pending(Job, retryAfter: Int)
  case unchanged
  case gone

  static let variants = [
    ResponseVariant(200, Report.self), ResponseVariant(202, Job.self, headers: [.retryAfter]), ResponseVariant(304),
    ResponseVariant(204),
  ]

  init(_ response: ResultResponse) throws {
    switch response.status {
    case 202: self = .pending(try response.value(), retryAfter: response.headers[.retryAfter].flatMap { Int($0) } ?? 0)
    case 204: self = .gone
    case 304: self = .unchanged
    default: self = .ready(try response.value())
    }
  }

  var response: ResultResponse {
    switch self {
    case .ready(let report): ResultResponse(report.pages < 0 ? 206 : 200, report)
    case .pending(let job, let wait): ResultResponse(202, job, headers: [.retryAfter: "\(wait)"])
    case .unchanged: ResultResponse(304)
    case .gone: ResultResponse(204)
    }
  }
}

@API("/exports", format: Envelope.self)
private struct Exports: Sendable {
  @GET("/")
  var export: @Sendable (_ ifNoneMatch: Header<String>?) async throws -> Export
  @GET("/report")
  var report: @Sendable () async throws -> Report
}

extension Exports {
  static func answer(_ export: Export) async throws -> APIResponse {
    var api = unimplemented
    api.export = returns(export)
    return try await api.inMemory().send(.get, "/exports")
  }
}
