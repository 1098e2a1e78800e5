import Foundation
import HTTPTypes
import Naru
import Testing

extension Endpoint.Failure {
  fileprivate static let bookNotFound = Self(404, "BOOK_NOT_FOUND", "There is no such book.")
}

@API("/books")
private struct Books: Sendable {
  /// Returns a book.
  ///
  /// It has no ``Cover``,
  /// and a price.
  ///
  /// - Parameters:
  ///   - id: The ISBN,
  ///     with 13 digits.
  /// - Returns: the book.
  @available(*, deprecated)
  @GET("/{id}", failures: [.bookNotFound])
  var show: @Sendable (_ id: String) async throws -> String

  @GET("/", auth: .required, failures: [.init(409)])
  var list: @Sendable () async throws -> String

  @POST("/", idempotencyKey: true)
  var add: @Sendable () async throws -> String
}

struct DeclaredFailureTests {
  private let show = Books.Endpoints.show
  private let list = Books.Endpoints.list
  private let add = Books.Endpoints.add

  @Test func declaredFailuresAndThoseOfEveryEndpointAreKnown() {
    #expect(show.declares(.notFound, "BOOK_NOT_FOUND") && show.declares(.notFound, "NOT_FOUND"))
    #expect(!show.declares(.notFound, "SHELF_NOT_FOUND") && !show.declares(.unauthorized, "UNAUTHORIZED"))
    #expect(show.declares(.badRequest, "BAD_REQUEST") && show.declares(.init(code: 503), "ANY"))
    #expect(list.declares(.unauthorized, "UNAUTHORIZED") && list.declares(.conflict, "CONFLICT"))
    #expect(!list.declares(.notFound, "NOT_FOUND") && !list.declares(.conflict, "OTHER"))
    #expect(add.declares(.conflict, "CONFLICT") && !show.declares(.conflict, "CONFLICT"))
  }

  @Test func aFormatWithoutCodesDeclaresAFailureByItsStatus() {
    typealias Hub = TypedFailureFormatTests.Hub
    let show = Endpoint("Books", "show", .get, "/books", format: Hub.self, failures: [.bookNotFound])
    #expect(show.declares(.notFound, nil) && !show.declares(.conflict, nil))
  }

  @Test func anErrorOfADeclaredFailureHasItsStatusAndCode() {
    #expect(APIError(declared: .bookNotFound, "없습니다.") == .notFound("없습니다.", serverCode: "BOOK_NOT_FOUND"))
    #expect(APIError(declared: .init(422, "X"), "").status?.code == 422)
  }

  @Test func theTokenHasTheDocumentation() {
    #expect(show.summary == "Returns a book." && show.discussion == "It has no ``Cover``, and a price.")
    #expect(show.parameters.first?.summary == "The ISBN, with 13 digits.")
    #expect(show.isDeprecated && !list.isDeprecated)
  }
}
