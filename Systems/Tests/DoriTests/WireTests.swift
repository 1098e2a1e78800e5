import Dori
import Foundation
import Naru
import SystemTesting
import Testing

/// Tests of the exact requests and responses on which other clients rely.
struct WireTests {
  private let test: TestLedger
  private let person = "5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01"
  private let gift = "0d3f1c3a-6b8e-4f3e-8f9a-3b0a1c2d3e4f"

  init() throws { test = try TestLedger() }

  private func send(_ method: String, _ path: String, _ body: String? = nil, as name: String? = "hong") async throws
    -> RawAnswer
  {
    try await test.server.send(method, path, body, as: name)
  }

  private var personBody: String { #"{"id":"\#(person)","name":"홍길동","relationship":"friend"}"# }

  private var giftBody: String {
    """
    {"id":"\(gift)","personId":"\(person)","type":"received","eventType":"firstBirthday","amount":50000,
     "date":"2026-03-04T18:30:00.9+09:00","attended":false}
    """
  }

  @Test func peopleAndGiftsHaveExactNamesAndOmitAbsentFields() async throws {
    let created = try await send("POST", "/persons", personBody)
    #expect(created.status == 201)
    #expect(
      created.json
        == ["id": person, "name": "홍길동", "relationship": "friend", "transactions": [NSObject]()] as NSDictionary
    )
    let given = try await send("POST", "/persons/\(person.lowercased())/transactions", giftBody)
    #expect(given.status == 201)
    let expected: NSDictionary = [
      "id": gift, "personId": person, "type": "received", "eventType": "firstBirthday", "amount": 50000,
      "date": "2026-03-04T09:30:00Z", "attended": false,
    ]
    #expect(given.json == expected)
    #expect(try await send("GET", "/persons")["0.transactions.0"] == expected)
    #expect(try await send("GET", "/transactions").json == [expected] as NSArray)
    #expect(try await send("POST", "/persons", personBody).status == 200)
    #expect(try await send("POST", "/persons/\(person)/transactions", giftBody).status == 200)
    let changed = try await send(
      "PUT",
      "/persons/\(person)",
      #"{"id":"\#(person)","name":"홍","relationship":"other","memo":"친구","transactions":[]}"#
    )
    #expect(changed.status == 200 && changed["memo"] == "친구" as NSString && changed["transactions.0"] == expected)
    for path in ["/transactions/\(gift.uppercased())", "/persons/\(person)"] {
      let removed = try await send("DELETE", path)
      #expect(removed.status == 200 && removed.text == "{}")
    }
  }

  @Test func aSummaryHasExactNamesAndWholeNumbers() async throws {
    _ = try await send("POST", "/persons", personBody)
    _ = try await send("POST", "/persons/\(person)/transactions", giftBody)
    let summary = try await send("GET", "/summary?year=2026")
    #expect(summary.names == ["given", "received", "balance", "byEvent", "byMonth"])
    #expect(summary["balance"] == 50000 as NSNumber)
    #expect(
      summary["byEvent.2"] == ["eventType": "firstBirthday", "given": 0, "received": 50000, "count": 1] as NSDictionary
    )
    #expect((summary["byMonth"] as? NSArray)?.count == 12)
    #expect(summary["byMonth.2"] == ["month": 3, "given": 0, "received": 50000, "count": 1] as NSDictionary)
    #expect(!summary.text.contains("."))
  }

  @Test(arguments: [
    "2026-03-01", "2026-03-31", "2026-03", "2026-03-31T14:59:59Z", "2026-02-28T15:00:00Z", "2026-03-09T00:00:00.000Z",
    "2026-03-01T00:00:00%2B09:00", "2026-03-01T00:00:00+09:00", "2026-03-01T00:00:00%2009:00",
    "2026-03-01T00:00:00.000+0900", "2026-03-01T00:00%2B09:00", "2026-03-01t00:00z",
  ]
  )
  func anyMomentOrDaySelectsItsMonthInSeoul(text: String) async throws {
    _ = try await send("POST", "/persons", personBody)
    _ = try await send("POST", "/persons/\(person)/transactions", giftBody)
    let found = try await send("GET", "/transactions?date=\(text)&type=received")
    #expect(found.status == 200 && (found.json as? NSArray)?.count == 1)
  }

  @Test func aFailureHasACodeAndAKoreanSentence() async throws {
    let unknown = try await send("GET", "/persons/\(UUID())")
    #expect(unknown.status == 404)
    #expect(unknown.json == ["code": "PERSON_NOT_FOUND", "message": "장부에서 이 사람을 찾을 수 없습니다."] as NSDictionary)
    let stranger = try await send("PUT", "/persons/x", "{", as: nil)
    #expect(stranger.status == 401 && stranger["code"] == "UNAUTHORIZED" as NSString)
  }

  @Test func aRepeatedChangeOfARemovedPersonOrGiftIsTheFirstResponse() async throws {
    _ = try await send("POST", "/persons", personBody)
    _ = try await send("POST", "/persons/\(person)/transactions", giftBody)
    for (path, body) in [("/transactions/\(gift)", giftBody), ("/persons/\(person)", personBody)] {
      let isReplayed = try await test.server.isReplayed("PUT", path, body, as: "hong") {
        _ = try await send("DELETE", path)
      }
      #expect(isReplayed, "\(path)")
    }
  }
}
