import Foundation
import HTTPTypes
import Naru
import TestSupport
import Testing

@testable import NaruOpenAPI
@testable import OpenAPITestSupport

/// Contracts that answer with sample values.
struct SamplesTests {
  @Test func everyEndpointOfASampleServerFitsItsContract() async throws {
    let client = APIClient(
      InMemoryTransport.url,
      transport: InMemoryTransport([.samples(of: Shop.self), .samples(of: Kiosk.self)])
    )
    let check = try await ContractCheck(of: [Shop.self, Kiosk.self], calling: client, writes: true)
    #expect(check.passed, "\(check)")
    #expect(check.compared.count == Shop.endpoints.count + Kiosk.endpoints.count, "\(check.calls)")
  }

  @Test func samplesAreWithinTheLimits() async throws {
    let item = try await Shop.samples.show(7)
    #expect(item.problems().isEmpty && item.name == "나루" && item.tags.count == 1)
    // It would have no end.
    #expect(item.parts.isEmpty)
    #expect(try await Kiosk.samples.show().problems().isEmpty)
  }

  @Test(arguments: [
    "^AC[0-9a-fA-F]{32}$", #"^\d{4}-\d\d$"#, "^(a|b)+c?$", "[^x]{2,}", #"^\+?\(\w+\)$"#, "^(?:[A-Z]{3}){2}.*?$", "",
  ])
  func aSimplePatternHasASample(pattern: String) throws {
    #expect(try PatternSample.string(pattern).contains(Regex(pattern)), "\(PatternSample.string(pattern))")
  }

  @Test(arguments: [
    DateCoding.iso8601, .secondsSince1970, .millisecondsSince1970, .components(in: .gmt), .httpDate,
    .localTime(in: .gmt, fractionDigits: 0),
  ])
  func aDateOfEveryCodingHasTheSameSample(dates: DateCoding) throws {
    let sample = try #require(Date.schema.sample(named: "at", dates: dates, anything: nil))
    let json = JSONCoding(dates: dates)
    #expect(try json.decode(Date.self, from: json.encode(sample)) == Date(timeIntervalSince1970: 1_772_616_600))
  }

  @Test func streamsBytesAndTextsHaveSamples() async throws {
    #expect(try await Shop.samples.events().all().map(\.data.name) == ["나루"])
    #expect(try await Shop.samples.file("a").collect(upTo: 10) == Data("나루".utf8))
    #expect(try await Kiosk.samples.text() == "나루")
  }

  @Test func aTypeWithoutASchemaHasASimpleValue() async throws {
    #expect(try await Kiosk.samples.note() == .text("나루"))
    let error = await #expect(throws: APIError.self) { try await Sealed.samples.show() }
    #expect(error?.message?.text(in: .english) == "No sample value could be made for Sealed.show.")
  }

  @Test func aUnionWithoutATagHasASampleOfItsFirstTypeAndASchemaOfAll() async throws {
    #expect(try await Prices.samples.show() == .money(Money(amount: 1, currency: "나루")))
    let document = try #require(JSONTree(json: OpenAPIDocument(title: "Prices", endpoints: Prices.endpoints).json))
    let schemas = try #require(document["components"]?["schemas"])
    #expect(
      schemas["Price"]?["anyOf"] == [["$ref": "#/components/schemas/Money"], ["type": "integer", "format": "int64"]]
    )
  }

  @Test func examplesAreThoseOfSamples() async throws {
    var examples = OpenAPIExamples()
    await examples.add(Kiosk.samples)
    let document = OpenAPIDocument(title: "Kiosk", endpoints: Kiosk.endpoints, examples: examples)
    #expect(document.json.contains(Data(#""code": "1""#.utf8)))
  }
}

@Payload private struct Ticket: Sendable {
  @Constraints(.pattern("^[0-9]+$")) var code: String
  @Constraints(.length(6...8)) var word: String
  @Constraints(.pattern("^[a-z]+$"), .length(10...12)) var key: String
  @Constraints(.pattern("^(SM|MM)[0-9a-fA-F]{32}$")) var sid: String
  /// No string is a sample of them, and an empty list is too short.
  @Constraints(.items(1...), .pattern("^(?=b)a")) var never: [String]?
}

@Payload private struct Money: Sendable, Equatable {
  var amount: Int
  var currency: String
}

@Payload(untagged: true) private enum Price: Sendable, Equatable {
  case money(Money)
  case won(Int)
}

@API("/prices")
private struct Prices: Sendable {
  @GET("/") var show: @Sendable () async throws -> Price
}

/// A value that the contract says nothing about.
private enum Note: Codable, Sendable, Hashable {
  case text(String)

  init(from decoder: any Decoder) throws { self = .text(try decoder.singleValueContainer().decode(String.self)) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .text(let text) = self { try container.encode(text) }
  }
}

/// Several values are needed for it.
private struct Seal: Codable, Sendable {
  var text: String
  var number: Int
}

@API("/kiosk", auth: .required, security: [.apiKey(header: "X-Key")])
private struct Kiosk: Sendable {
  @GET("/ticket", scopes: ["tickets"])
  var show: @Sendable () async throws -> Ticket
  @GET("/text", headers: ["Accept": "text/plain"])
  var text: @Sendable () async throws -> String
  @GET("/note")
  var note: @Sendable () async throws -> Note
  @POST("/tickets", status: 201)
  var add: @Sendable (_ ticket: Ticket) async throws -> CreatedLocation
  @GET("/tickets")
  var list: @Sendable (_ page: Paged<PageLink>?) async throws -> LinkedPage<Ticket>
  @HEAD("/ticket", scopes: ["tickets"])
  var exists: @Sendable () async throws -> Void
  @POST("/forms")
  var form: @Sendable (_ word: Form<String>?) async throws -> Void
  @POST("/parts")
  var parts: @Sendable (_ word: Part<String>?, _ file: Part<Blob>?) async throws -> Void
  @GET("/lines")
  var lines: @Sendable () async throws -> JSONLines<Ticket>
}

@API("/seal")
private struct Sealed: Sendable {
  @GET("/")
  var show: @Sendable () async throws -> Seal
}
