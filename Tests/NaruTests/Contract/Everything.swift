import Foundation
import Naru
import TestSupport

struct Note: Codable, Sendable, Equatable {
  var id: Int
  var text: String
}

enum Color: String, Codable, Sendable, CaseIterable {
  case red, blue
}

// A payload, whose keys may have any name: in an optional query, the presence of one field must still be noticed.
@Payload
struct Paging: Sendable, Equatable {
  var page: Int
  var size: Int
}

/// The values that a server received.
struct Arrived: Codable, Sendable, Equatable {
  var texts: [String?] = []
  var numbers: [Int?] = []
  var color: Color?
  var paging: Paging?
  var note: Note?
}

/// A contract that uses every feature of the macro.
@API("/everything", auth: .optional)
struct Everything: Sendable {
  /// Two parts of a path,
  /// one of them with a suffix.
  ///
  /// This paragraph is not in the summary.
  @GET("/path/{text}/{number}.svg")
  var path: @Sendable (_ text: String, _ number: Int) async throws -> Arrived

  @GET("/query", auth: .none)
  var query:
    @Sendable (_ text: String, _ maybe: String?, _ numbers: [Int], _ color: Color?, _ paging: Query<Paging>?)
      async throws -> Arrived

  @GET("/header", auth: .required)
  var header: @Sendable (_ requestMark: Header<String>, _ depth: Header<Int?>) async throws -> Arrived

  @POST("/body", status: 201)
  var body: @Sendable (_ note: Note) async throws -> Note

  @PUT("/body")
  var optionalBody: @Sendable (_ note: Note?) async throws -> Note?

  @PATCH("/mixed/{id}")
  var mixed:
    @Sendable (_ id: Path<Int>, _ dry: Query<Bool>, _ mark: Header<String>?, _ note: Self.Body<Note>)
      async throws -> Arrived

  @DELETE("/nothing")
  var nothing: @Sendable () async throws -> Void

  @POST("/also-nothing/{id}")
  var alsoNothing: @Sendable (_ id: Int) async throws -> ()

  @GET("/counted")
  var counted: @Sendable (_ total: Int?) async throws -> CountedList<Int>

  @GET("/typed/{id}")
  var typed: @Sendable (_ id: Int) async throws(APIError) -> Note

  /// Keywords and the names in the expansion are valid names.
  @GET("/{default}/{call}/{client}/{api}")
  var `repeat`:
    @Sendable (_ `default`: Int, _ call: Int, _ client: Int, _ api: Int, _ in: Int?, _ p0: Int?) async throws -> Arrived

  @available(*, deprecated, message: "Use `path`.")
  @GET("/old/{text}")
  var old: @Sendable (_ text: String) async throws -> String

  /// Not an endpoint, and not in the initializer.
  var note = "untouched"
  static let version = 3

  struct Nested: Codable, Sendable {}
}

extension Everything {
  /// The contract that returns what it receives.
  static let echo: Everything = {
    var api = Everything.unimplemented
    api.path = { Arrived(texts: [$0], numbers: [$1]) }
    api.query = { Arrived(texts: [$0, $1], numbers: $2, color: $3, paging: $4) }
    api.header = { Arrived(texts: [$0], numbers: [$1]) }
    api.body = { $0 }
    api.optionalBody = { $0 }
    api.mixed = { Arrived(texts: ["\($1)", $2], numbers: [$0], note: $3) }
    api.nothing = {}
    api.alsoNothing = { id throws in if id != 7 { throw APIError(.notFound) } }
    api.counted = { CountedList([1, 2], total: $0) }
    api.typed = { id throws(APIError) in
      guard id == 7 else { throw APIError(.notFound, "There is no such note.") }
      return Note(id: id, text: "typed")
    }
    api.repeat = { Arrived(numbers: [$0, $1, $2, $3, $4, $5]) }
    return api
  }()

  /// Creates a contract that is called over HTTP, without a socket.
  static func overHTTP(_ api: Everything = echo) -> Everything {
    live(over: server(api), middleware: [BearerAuthentication { Secret("token") }])
  }

  static func server(_ api: Everything = echo) -> InMemoryTransport {
    api.inMemory(ServingOptions(authenticator: ClosureAuthenticator.everybody))
  }
}
