import AppTesting

/// What the ledger has to refuse. There is a person with ``id`` and a gift with ``giftID``.
enum BadLedgerInput {
  static let id = "5A0C6C2E-0F6B-4B6E-9F39-2C1F7B1B0A01"
  static let giftID = "0d3f1c3a-6b8e-4f3e-8f9a-3b0a1c2d3e4f"
  private static let unknown = "00000000-0000-4000-8000-000000000000"
  private static let gifts = "/persons/\(id)/transactions"

  private static let person: BodyFields = BodyFields([
    "id": "\"\(unknown)\"", "name": "\"홍길동\"", "relationship": "\"friend\"",
  ])
  private static let gift: BodyFields = BodyFields([
    "id": "\"\(unknown)\"", "personId": "\"\(id)\"", "type": "\"given\"", "eventType": "\"wedding\"", "amount": "1",
    "date": "\"2026-03-04T00:00:00Z\"", "attended": "true",
  ])

  static var all: [BadInput] { personFields + giftFields + bodies + paths + queries }

  private static var personFields: [BadInput] {
    let long = String(repeating: "가", count: 501)
    let fields: [(String, [String])] = [
      ("id", ["-", "null", "1", "\"x\"", "\"\""]),
      ("name", ["-", "null", "1", "[]", "\"\"", "\" \"", "\"\\u200b\\u200d\"", "\"\(long.prefix(41))\""]),
      ("relationship", ["-", "null", "1", "\"enemy\"", "\"FRIEND\"", "\"\""]),
      ("memo", ["1", "\"\(long)\""]),
      ("transactions", ["1", "\"x\""]),
    ]
    return fields.flatMap { name, values in
      person.wrong("POST", "/persons", name, values) + person.wrong("PUT", "/persons/\(id)", name, values)
    }
  }

  private static var giftFields: [BadInput] {
    let fields: [(String, [String])] = [
      ("id", ["-", "null", "1", "\"x\""]),
      ("personId", ["-", "null", "1", "\"x\""]),
      ("type", ["-", "null", "1", "\"lent\""]),
      ("eventType", ["-", "null", "\"divorce\"", "\"결혼식\""]),
      ("amount", ["-", "null", "-1", "1000000001", "0.5", "\"1\"", "1e30", "true", "9223372036854775808"]),
      ("date", ["-", "null", "\"어제\"", "1772582400", "\"2026-02-30T00:00:00Z\"", "\"2026-03-04\""]),
      ("date", ["\"1899-12-31T14:59:59Z\"", "\"0001-01-01T00:00:00+09:00\"", "\"9999-12-31T23:59:59.9Z\""]),
      ("attended", ["-", "null", "1", "\"true\""]),
      ("memo", ["{}", "\"\(String(repeating: "🧧", count: 501))\""]),
    ]
    return fields.flatMap { name, values in
      gift.wrong("POST", gifts, name, values) + gift.wrong("PUT", "/transactions/\(giftID)", name, values)
    }
  }

  private static var bodies: [BadInput] {
    [
      BadInput("POST", "/persons", ""),
      BadInput("POST", "/persons", "{"),
      BadInput("POST", "/persons", "[]"),
      BadInput("POST", "/persons", "null"),
      BadInput("POST", "/persons", #"{"id":"\#(id)","name":"\ud800","relationship":"friend"}"#),
      BadInput("POST", "/persons", #"{"id":"\#(id)","name":"다른","relationship":"friend"}"#, 409),
      BadInput("POST", gifts, gift.with("id", "\"\(giftID)\""), 409),
      BadInput("POST", gifts, gift.with("personId", "\"\(unknown)\""), names: "personId"),
      BadInput("PUT", "/persons/\(id)", person.with("id", "\"\(unknown)\""), names: "id"),
      BadInput("PUT", "/transactions/\(giftID)", gift.with("id", "\"\(unknown)\""), names: "id"),
    ]
  }

  private static var paths: [BadInput] {
    [
      BadInput("PUT", "/persons/\(unknown)", person.with("memo", nil), 404),
      BadInput("PUT", "/transactions/\(unknown)", gift.with("memo", nil), 404),
      BadInput("POST", "/persons/\(unknown)/transactions", gift.with("personId", "\"\(unknown)\""), 404),
      BadInput("GET", "/persons/x", nil, 404),
      BadInput("GET", "/persons/%F0%9F%A7%A7", nil, 404),
      BadInput("GET", "/persons/%FF", nil, 400),
      BadInput("DELETE", "/persons/\(unknown)", nil, 404),
      BadInput("DELETE", "/persons/%00", nil, 404),
      BadInput("DELETE", "/transactions/x", nil, 404),
      BadInput("DELETE", "/transactions/'%20OR%201=1", nil, 404),
      BadInput("PATCH", "/persons/\(id)", "{}", 405),
      BadInput("POST", "/transactions", "{}", 405),
    ]
  }

  private static var queries: [BadInput] {
    let wrong: [(String, String)] = [
      ("/persons?page=0&size=1", "page"), ("/persons?page=1&size=0", "size"), ("/persons?size=101", "size"),
      ("/persons?page=-1", "page"), ("/persons?page=x", "page"), ("/persons?page=", "page"),
      ("/persons?page=9223372036854775807", "page"), ("/persons?page=99999999999999999999", "page"),
      ("/persons?page=1&page=2", "page"), ("/transactions?date=", "date"), ("/transactions?date=2026-02-30", "date"),
      ("/transactions?date=2026-13", "date"), ("/transactions?date=1772582400", "date"),
      ("/transactions?date=1800-01-01", "date"), ("/transactions?type=lent", "type"), ("/transactions?type=", "type"),
      ("/summary?year=x", "year"), ("/summary?year=1899", "year"), ("/summary?year=3000", "year"),
    ]
    return wrong.map { BadInput("GET", $0.0, names: $0.1) }
  }
}
