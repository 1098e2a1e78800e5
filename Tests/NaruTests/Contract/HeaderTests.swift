import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

/// Dates and cookies in header fields, which HTTP writes in its own way.
struct HeaderTests {
  @API("/fields")
  struct Fields: Sendable {
    @GET("/modified")
    var modified: @Sendable (_ ifModifiedSince: Header<Date>, _ ifUnmodifiedSince: Header<Date?>) async throws -> [Date]

    @GET("/dates")
    var dates: @Sendable (_ holidays: Header<[Date]>, _ until: Query<Date?>) async throws -> [Date]

    @GET("/cookies")
    var cookies: @Sendable (_ cookie: Header<[String]>) async throws -> [String]

    @GET("/all-cookies")
    var allCookies: @Sendable (_ cookie: Header<String?>) async throws -> String?
  }

  private let sent = Locked<[HTTPFields]>([])

  /// A client and a server, with the fields between them.
  private var api: Fields {
    let fields = Fields(
      modified: { [$0, $1].compactMap(\.self) },
      dates: { holidays, until in holidays + [until].compactMap(\.self) },
      cookies: { $0 },
      allCookies: { $0 }
    )
    return .live(
      over: fields.inMemory().watched { [sent] request in sent.withLock { $0.append(request.head.headerFields) } }
    )
  }

  private let date = Date(timeIntervalSince1970: 1_772_616_600)

  @Test
  func datesAreThoseOfHTTPInBothDirections() async throws {
    #expect(try await api.modified(date.addingTimeInterval(0.9), nil) == [date])
    #expect(sent.withLock { $0.last?[.ifModifiedSince] } == "Wed, 04 Mar 2026 09:30:00 GMT")
    #expect(try await api.modified(date, Date(timeIntervalSince1970: 0)) == [date, Date(timeIntervalSince1970: 0)])
    #expect(
      try await api.dates([date, date], date.addingTimeInterval(0.5)) == [date, date, date.addingTimeInterval(0.5)]
    )
    let name = try #require(HTTPField.Name("Holidays"))
    #expect(sent.withLock { $0.last?[values: name] } == Array(repeating: "Wed, 04 Mar 2026 09:30:00 GMT", count: 2))
  }

  @Test(
    arguments: [
      "Wed, 04 Mar 2026 09:30:00 GMT", "Wednesday, 04-Mar-26 09:30:00 GMT", "Wed Mar  4 09:30:00 2026",
      // Earlier releases of a client.
      "2026-03-04T09:30:00.000Z", "2026-03-04T18:30:00+09:00",
    ]
  )
  func aServerReadsEveryFormOfADate(text: String) async throws {
    let dates = try await withCallOptions(headers: [.ifModifiedSince: text]) {
      try await api.modified(Date(timeIntervalSince1970: 0), nil)
    }
    #expect(dates == [date])
  }

  @Test
  func anInvalidDateIsRejectedWithAnExample() async throws {
    let error = await #expect(throws: APIError.self) {
      try await withCallOptions(headers: [.ifModifiedSince: "4 March"]) { try await api.modified(date, nil) }
    }
    #expect(error?.status == 400)
    #expect(error?.message?.english.contains("Wed, 04 Mar 2026 09:30:00 GMT") == true, "\(String(describing: error))")
  }

  @Test(arguments: [Date(timeIntervalSince1970: 1e300), Date(timeIntervalSince1970: 253_402_300_800)])
  func aDateThatHTTPCanNotWriteIsNotSent(date: Date) async throws {
    #expect(await code { try await api.modified(date, nil) } == .encodingFailed)
    #expect(sent.withLock { $0.isEmpty })
  }

  @Test
  func severalCookiesAreOneField() async throws {
    #expect(try await api.cookies(["a=1", "b=2"]) == ["a=1", "b=2"])
    #expect(sent.withLock { $0.last?[values: .cookie] } == ["a=1; b=2"])
    #expect(try await api.cookies(["a=1"]) == ["a=1"])
    _ = try await api.cookies([])
    #expect(sent.withLock { $0.last?[values: .cookie] } == [])
    for cookie in ["a=1", "a=1; b=2", nil] { #expect(try await api.allCookies(cookie) == cookie) }
  }
}
