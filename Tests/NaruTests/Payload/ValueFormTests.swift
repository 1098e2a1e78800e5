import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

private enum Status: String, Codable, Sendable, Hashable { case open, shipped }
@Payload private enum QuickStatus: String, Sendable, Hashable { case open, shipped }

@Payload private struct Counts: Sendable, Equatable {
  var counts: [Status: Int]
  var quick: [QuickStatus: Int]?
  var open: [ExtensibleEnum<Status>: Int]?
}

@Payload private struct Session: Sendable, Equatable {
  @DateAs<UnixSeconds> var start: Date
  var end: DateAs<UnixMilliseconds>?
  @Lenient var user: String
  @Lenient var leftAt: Date?
}

@Payload private struct Comment: Sendable, Equatable {
  var text: String
  @Indirect var parent: Comment?
  var details: JSONValue?
}

private struct PlainComment: Codable {
  var text: String
  @Indirect var parent: PlainComment?
  var details: JSONValue?
}

@API("/values", format: Seconds.self) private struct Values: Sendable {
  @GET("/counts?filter={filter}") var counts:
    @Sendable (_ filter: DeepObject<[Status: Int]>) async throws -> [Status: Int]
  @GET("/since") var since: @Sendable (_ since: Date, _ end: DateAs<UnixMilliseconds>?) async throws -> Date
}

private enum Seconds: CodeMessageFormat { static let json = JSONCoding(dates: .secondsSince1970) }

/// Forms of values that a model or a format declares.
struct ValueFormTests {
  @Test func aStructMayContainItselfAndAnyJSON() throws {
    let details = #"{"n":[1,1.5,3.0,1e2,18446744073709551615,true,null,"s",{}]}"#
    let json = #"{"text":"a","parent":{"text":"b"},"details":\#(details)}"#
    let value = try expectSame(json, Comment.self, as: PlainComment.self)
    #expect(value.parent == Comment(text: "b"))
    #expect(value.details == ["n": [1, 1.5, 3, 100, 18_446_744_073_709_551_615.0, true, .null, "s", [:]]])
    #expect(throws: DecodingError.self) { try direct.decode(JSONValue.self, from: Data("1e400".utf8)) }
    guard case .object(_, let fields, _) = Comment.schema, case .optional(let parent) = fields[1].type.schema,
      case .object = parent.schema, case .optional(let details) = fields[2].type.schema, case .any = details.schema
    else { Issue.record("\(Comment.schema)"); return }
  }

  @Test func dictionariesUnderEnumsAreObjects() throws {
    let text = #"{"counts":{"open":1},"quick":{"shipped":2},"open":{"returned":3}}"#
    let counts = Counts(counts: [.open: 1], quick: [.shipped: 2], open: [.unknown("returned"): 3])
    #expect(try BareJSON.json.decode(Counts.self, from: Data(text.utf8)) == counts)
    #expect(String(decoding: try BareJSON.json.encode(counts), as: UTF8.self) == text)
  }

  @Test func aFieldHasAFormOfItsOwn() throws {
    let text = #"{"start":1772616600,"end":1772616600000,"user":"7"}"#
    let read = try BareJSON.json.decode(
      Session.self,
      from: Data(#"{"start":1772616600,"end":1772616600000,"user":7,"leftAt":""}"#.utf8)
    )
    #expect(String(decoding: try BareJSON.json.encode(read), as: UTF8.self) == text)
    #expect(read.start == Date(timeIntervalSince1970: 1_772_616_600) && read.user == "7" && read.leftAt == nil)
    guard case .object(_, let fields, _) = Session.schema else {
      Issue.record("no object")
      return
    }
    guard case .date = fields[0].type.schema, case .lenient = fields[2].type.schema,
      case .lenient = fields[3].type.schema
    else {
      Issue.record("The schema does not have the wrappers: \(fields)")
      return
    }
    #expect(fields.map(\.isRequired) == [true, false, true, false])
  }

  @Test func parametersHaveThemToo() async throws {
    let received = Locked<[String]>([])
    let served = Values(counts: { filter in filter }, since: { since, end in end?.wrappedValue ?? since })
    let values = Values.live(
      over: served.inMemory().watched { request in received.withLock { $0.append(request.head.path ?? "") } }
    )
    #expect(try await values.counts([.open: 1]) == [.open: 1])
    let date = Date(timeIntervalSince1970: 1_772_616_600)
    #expect(try await values.since(date, nil) == date)
    #expect(try await values.since(date, DateAs(wrappedValue: date + 1)) == date + 1)
    #expect(
      received.withLock { $0 } == [
        "/values/counts?filter%5Bopen%5D=1", "/values/since?since=1772616600",
        "/values/since?since=1772616600&end=1772616601000",
      ]
    )
    let wrong = try await served.inMemory().send(.get, "/values/counts?filter%5Bgone%5D=1")
    #expect(wrong.head.status == .badRequest && wrong.text.contains("known names"))
  }
}
