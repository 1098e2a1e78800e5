import Foundation
import HTTPTypes
import Naru
import Testing

@testable import OpenAPITestSupport

/// A recorded document describes what its contracts declare. A comparison of two documents would not find a fault of the exporter, because both
/// would have it.
struct DocumentDifferencesTests {
  private static let contracts: [[any Contract.Type]] = [
    [Shop.self], [Every.self, Local.self], [Counter.self], [Shop.self, Twins.self],
  ]

  @Test(arguments: contracts)
  func aDocumentSaysWhatItsContractsDeclare(contracts: [any Contract.Type]) {
    let differences = DocumentDifferences(contracts).found
    #expect(differences.isEmpty, "\n\(differences.joined(separator: "\n"))")
  }
}

/// Endpoints of every kind.
@API(
  "/every",
  format: EnvelopedFormat.self,
  auth: .required,
  security: [.bearer, .all(.basic, .apiKey(header: "X-Key"))]
)
private struct Every: Sendable {
  @POST("/values", constraints: ["tags": .items(1...3), "size": .range(...9)], idempotencyKey: true)
  var values:
    @Sendable (_ values: Values, _ tags: Query<CommaDelimited<[String]>>, _ size: Query<Int8?>) async throws -> Values
  @GET("/unions/{unit}", scopes: ["read", "write"])
  var unions: @Sendable (_ unit: Sort, _ since: Date, _ modified: Header<Date>?) async throws -> Unions
  @PUT("/limits", auth: .optional, status: 202)
  var limits: @Sendable (_ limits: Limits?) async throws -> [Limits]
  @GET("/maybe/{rest...}", auth: .none, nilOn: 404)
  var maybe: @Sendable (_ rest: String, _ filter: Query<[String: String]>) async throws -> Values?
  @POST("/form", security: [.apiKey(query: "key"), .apiKey(cookie: "sid")])
  var form: @Sendable (_ limits: Form<Small>, _ more: Form<[Int]>?) async throws -> Void
  @PATCH("/nested", failures: [.itemNotFound, .duplicate])
  var nested: @Sendable (_ deep: DeepObject<Small>?, _ json: JSONEncoded<Small>, _ small: Small) async throws -> Small
  @GET("/lines") var lines: @Sendable () async throws -> JSONLines<Values>
  @GET("/old-name/{page}") var number: @Sendable (_ page: Int) async throws -> Int
}

/// The same types in another format, with other dates.
@API("/local", format: ShopFormat.self)
private struct Local: Sendable {
  @GET("/values") var values: @Sendable () async throws -> [Values]
  @GET("/unions") var unions: @Sendable () async throws -> Unions
}

/// A format whose dates are numbers.
private enum EnvelopedFormat: EnvelopeFormat {
  static let json = JSONCoding(dates: .secondsSince1970)
}

@Payload private struct Small: Sendable {
  var a: Int
  @Constraints(.length(1...)) var b: String?
}

@Payload private struct Values: Sendable {
  var truth: Bool
  var integers: Integers
  var double: Double
  var float: Float
  var decimal: Decimal
  var id: UUID
  var link: URL
  var data: Data
  var at: Date
  var day: Day
  @DateAs<UnixMilliseconds> var start: Date
  var secret: Secret
  var names: Set<String>
  var counts: [String: [Int]]
  var perhaps: Int?
  var patched: Int??
  var holes: [Int?]
  @Lenient var number: Int
  var sizes: Lossy<[Sort]>
  var usual: Int = 3
  var open: ExtensibleEnum<Level>
  var level: Level?
  var state: [ExtensibleEnum<State>]
  var unlike: Unlike
  var children: [Values]
  var post: Post
  var side: Side?
  var rate: Rate
  var found: Found<Small>
}

@Payload(keys: .snakeCase) private struct Post: Sendable {
  @Key("postId") var id: Int64
  let kind = "post"
  let createdAt: Date
  var limit: Int? = 5
  @Lenient var price: Decimal?
  @available(*, deprecated) var old: Int?
}

@Payload private enum Side: Int8, Sendable { case left = -1, middle, right }

@Payload private enum Rate: Double, Sendable { case half = 0.5, whole = 1 }

@Payload private struct Found<Item: Payload & Sendable>: Sendable {
  var item: Item
  var page: Box<Item>?
}

@Payload private struct Integers: Sendable {
  var int8: Int8
  var int16: Int16
  var int32: Int32
  var int64: Int64
  var uint8: UInt8
  var uint16: UInt16
  var uint32: UInt32
  var uint64: UInt64
}

@Payload private struct Unlike: Sendable {
  var known: Int
  @Unknown var others: [String: Double]
}

@Payload private enum Level: Int, Sendable { case low = 1, high = 10 }

@Payload private struct Limits: Sendable {
  @Constraints(.length(2...5), .pattern("^[a-z]+$")) var word: String
  @Constraints(.format(.email)) var mail: String?
  @Constraints(.range(0.5...1.5)) var ratio: Double
  @Constraints(.range(1...)) var small: Int8
  @Constraints(.range(...300)) var byte: UInt8
  @Constraints(.items(1...4), .length(...8)) var words: [String]?
  @Constraints(.items(1...2)) var counts: [String: Int]
  @Constraints(.items(...2), .range(0...)) var rows: [[Int]]
  @Constraints(.length(...9)) var link: URL
  @Constraints(.range(1...5)) @Lenient var stars: Int?
}

@Payload private struct Unions: Sendable {
  var shape: Shape
  var tagged: Tagged?
  var keyed: Keyed
  var only: Only
  var price: Price
}

@Payload(tag: "type") private indirect enum Tagged: Sendable {
  case small(Small)
  case pair(left: Int, right: Tagged?)
  case nothing
  @Unknown case other(String)
}

@Payload private enum Keyed: Sendable {
  case text(String)
  case point(x: Int, y: Int?)
  case by(Int, Int = 1)
  case none
  @Unknown case other
}

/// There may be more variants later.
@Payload private enum Only: Sendable {
  case text(String)
  @Unknown case other
}

@Payload(untagged: true) private enum Price: Sendable {
  case small(Small)
  case won(Int)
}

/// Every kind of result.
@API("/counter", host: "https://other.example.com")
private struct Counter: Sendable {
  @GET("/list") var list: @Sendable (_ page: Paged<PageLink>?) async throws -> LinkedPage<Small>
  @POST("/add", status: 201) var add: @Sendable (_ small: Small) async throws -> CreatedLocation
  @GET("/one", versioned: true) var one: @Sendable () async throws -> Small
  @PUT("/one", changes: ["one", "list"]) var replace: @Sendable (_ small: Small) async throws -> Void
  @PUT("/one/or/new") var either: @Sendable (_ small: Small) async throws -> CreatedOrExisting<Small>
  @DELETE("/one") var remove: @Sendable (_ session: Cookie<String>) async throws -> Void
}

/// Types with one name.
@API("/twins", format: Other.ShopFormat.self)
private struct Twins: Sendable {
  @GET("/a") var first: @Sendable () async throws -> Box<One.Twin>
  @GET("/b") var second: @Sendable () async throws -> Box<Two.Twin>
  @GET("/c") var third: @Sendable () async throws -> Box<Three.Twin>
}

@Payload private struct Box<Item: Payload & Sendable>: Sendable { var item: Item }

private enum Other {
  /// It has the name of another format, and no codes.
  enum ShopFormat: TypedFailureFormat {
    typealias Failure = ExportTests.Codeless.Failure
    static let json = JSONCoding()
  }
}

private enum One {
  @Payload struct Twin: Sendable { var a: Int }
}

private enum Two {
  @Payload struct Twin: Sendable { var b: Int }
}

private enum Three {
  @Payload struct Twin: Sendable { var c: Int }
}
