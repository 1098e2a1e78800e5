import Foundation
import Naru
import NaruOpenAPI
import TestSupport
import Testing

/// Today's routes have the last word about what breaks, and a recording describes what an app does.
struct RouteTrialTests {
  private func report(_ old: any Contract.Type, _ new: any Contract.Type) async throws -> HistoryReport {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [old])
    return try await history.report([new])
  }

  @Test func theRejectionOfTodaysRoutesIsTheProof() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    let change = try #require(report.breaks.first { $0.place == "request /pages" }, "\(report)")
    #expect(change.message == "new required field")
    #expect(change.proof?.contains(#"POST /v1/books {"title":"나루"}: 400 {"#) == true, "\(change)")
    #expect(change.advice.contains("raise the minimum release to the next one"), "\(change)")
  }

  @Test func aRequestThatTodaysRoutesAcceptMayBreakOnly() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    let change = try #require(report.changes.first { $0.endpoint == "OldShelf.page" }, "\(report)")
    #expect(change.level == .mayBreak && change.message.hasSuffix("today's routes accept it"), "\(change)")
  }

  @Test func aResponseThatDiffersFromItsSchemaIsRead() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    let change = try #require(report.breaks.first { $0.endpoint == "OldShelf.count" }, "\(report)")
    #expect(
      change.message == "these apps can't read a response" && change.proof?.contains("is not an integer") == true
    )
  }

  @Test func aUnionWithACaseForUnknownVariantsMayGrow() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    #expect(!report.changes.contains { $0.endpoint == "OldShelf.event" && $0.level != .compatible }, "\(report)")
    let back = try await self.report(NewShelf.self, OldShelf.self)
    #expect(!back.breaks.contains { $0.endpoint == "NewShelf.event" }, "\(back)")
  }

  @Test func theStatusOfNoValueIsRecorded() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    let change = try #require(report.breaks.first { $0.endpoint == "OldShelf.latest" }, "\(report)")
    #expect(change.message == "a missing value has the status 410 now; it was 404")
    #expect(!report.changes.contains { $0.endpoint == "OldShelf.oldest" && $0.level != .compatible }, "\(report)")
  }

  @Test func theFormatOfDatesAndTheWidthOfIntegersAreRecorded() async throws {
    let report = try await report(OldShelf.self, NewShelf.self)
    let messages = report.breaks.filter { $0.endpoint == "OldShelf.loan" }.map(\.message)
    #expect(messages.contains { $0.contains("the format was dates like 04.03.2026, and is date now") }, "\(report)")
    #expect(messages.contains("it can be 256 and more now"), "\(report)")
  }

  @Test func theReleaseToRequireIsNamed() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.9", [OldShelf.self])
    try history.record("1.10", [NewShelf.self])
    let report = try await history.report([NewShelf.self])
    let change = try #require(report.breaks.first { $0.place == "request /pages" }, "\(report)")
    #expect(change.releases == ["1.9"] && change.advice.hasSuffix("raise the minimum release to 1.10."), "\(change)")
  }

  /// A list without elements is sent as nothing, so that a list that is needed now breaks no app.
  @Test func aListThatIsNeededNowIsEmptyForOldApps() async throws {
    let folder = try TemporaryFolder()
    let history = ContractHistory(folder.url.path)
    try history.record("1.0.0", [OldAlbum.self])
    let report = try await history.report([NewAlbum.self])
    #expect(report.changes.allSatisfy { $0.level == .compatible }, "\(report)")
  }

  @Test func aRecordingHasNoProse() throws {
    let folder = try TemporaryFolder()
    try ContractHistory(folder.url.path).record("1.0.0", [OldShelf.self])
    let text = try String(contentsOf: folder.url.appending(path: "1.0.0.json"), encoding: .utf8)
    #expect(!text.contains("Adds a book") && !text.contains("\"summary\""))
    #expect(text.contains(#""description": """#) && text.contains(#""nilOn": 404"#))
  }
}

@API("/v1", format: OldFormat.self)
private struct OldShelf: Sendable {
  /// Adds a book.
  @POST("/books") var add: @Sendable (_ book: OldBook) async throws -> String
  @GET("/pages") var page: @Sendable (_ number: String) async throws -> [String]
  @GET("/count") var count: @Sendable () async throws -> Int
  @GET("/event") var event: @Sendable () async throws -> OldEvent
  @GET("/latest", nilOn: 404) var latest: @Sendable () async throws -> OldBook?
  @GET("/oldest", nilOn: 404) var oldest: @Sendable () async throws -> OldBook?
  @GET("/loan") var loan: @Sendable () async throws -> OldLoan
}

@API("/v1", format: NewFormat.self)
private struct NewShelf: Sendable {
  @POST("/books") var add: @Sendable (_ book: NewBook) async throws -> String
  @GET("/pages") var page: @Sendable (_ number: Lenient) async throws -> [String]
  @GET("/count") var count: @Sendable () async throws -> Spelled
  @GET("/event") var event: @Sendable () async throws -> NewEvent
  @GET("/latest", nilOn: 410) var latest: @Sendable () async throws -> OldBook?
  @GET("/oldest", nilOn: 204) var oldest: @Sendable () async throws -> OldBook?
  @GET("/loan") var loan: @Sendable () async throws -> NewLoan
}

@API("/album")
private struct OldAlbum: Sendable {
  @GET("/") var list: @Sendable (_ tags: [String]?) async throws -> Int
  @POST("/") var add: @Sendable (_ title: Part<String>, _ photos: Part<[Blob]>?) async throws -> Int
}

@API("/album")
private struct NewAlbum: Sendable {
  @GET("/") var list: @Sendable (_ tags: [String]) async throws -> Int
  @POST("/") var add: @Sendable (_ title: Part<String>, _ photos: Part<[Blob]>) async throws -> Int
}

private enum OldFormat: CodeMessageFormat {
  static let json = JSONCoding(
    dates: DateCoding(
      text: { DateCoding.day.text($0).map(dotted) },
      date: { $0.contains("-") ? nil : DateCoding.day.date(dashed($0)) }
    )
  )

  private static func dotted(_ day: String) -> String { day.split(separator: "-").reversed().joined(separator: ".") }
  private static func dashed(_ day: String) -> String { day.split(separator: ".").reversed().joined(separator: "-") }
}

private enum NewFormat: CodeMessageFormat {
  static let json = JSONCoding(dates: .day)
}

@Payload private struct OldBook: Sendable { var title: String }

@Payload private struct NewBook: Sendable {
  var title: String
  var pages: Int
}

@Payload private struct OldLoan: Sendable {
  var due: Date
  var days: UInt8
}

@Payload private struct NewLoan: Sendable {
  var due: Date
  var days: Int
}

@Payload(tag: "type") private enum OldEvent: Sendable {
  case added(title: String)
  case removed
  @Unknown case other(String)
}

@Payload(tag: "type") private enum NewEvent: Sendable {
  case added(title: String)
  case removed
  case lent(days: Int)
  @Unknown case other(String)
}

/// A number that is also read from any string.
private struct Lenient: Payload, Sendable {
  static var schema: Schema { .integer(bits: 64, isSigned: true) }
  init(from decoder: any Decoder) throws {}
  init(from json: inout JSONReader) throws(JSONError) { try json.skipValue() }
  func encode(to encoder: any Encoder) throws { try 1.encode(to: encoder) }
  func write(to json: inout JSONWriter) throws(JSONError) { try 1.write(to: &json) }
}

/// A number that is written as a string.
private struct Spelled: Payload, Sendable {
  static var schema: Schema { .integer(bits: 64, isSigned: true) }
  init(from decoder: any Decoder) throws {}
  init(from json: inout JSONReader) throws(JSONError) { try json.skipValue() }
  func encode(to encoder: any Encoder) throws { try "one".encode(to: encoder) }
  func write(to json: inout JSONWriter) throws(JSONError) { try "one".write(to: &json) }
}
