// The names are members of `Contract`, where the properties of a contract find them: as global names they would collide with
// SwiftUI's `Path` and SwiftData's `Query` in every file that imports both. A type of the same name that the contract's file
// sees goes first; then write `Self.Path<…>`.

extension Contract {
  /// Marks a parameter that travels in the query, whatever the method. Costs nothing: it is the type itself.
  ///
  /// The fields of a struct become one item each, so that two parameters which are only valid together are one optional
  /// struct, and half of the pair can't be written:
  ///
  /// ```swift
  /// struct Paging: Codable, Sendable { var page: Int; var size: Int }
  ///
  /// @GET("/posts")
  /// var list: @Sendable (_ paging: Query<Paging>?) async throws -> [Post]
  /// ```
  public typealias Query<Value> = Value

  /// Marks a parameter that fills the placeholder of its name in the path. Costs nothing: it is the type itself.
  public typealias Path<Value> = Value

  /// Marks a parameter that travels in a header field. Costs nothing: it is the type itself.
  ///
  /// The field's name is the parameter's, with hyphens between its words: `idempotencyKey` is `Idempotency-Key`.
  public typealias Header<Value> = Value

  /// Marks a parameter that is the body: a ``Blob`` as it is, everything else as JSON. Costs nothing: it is the type itself.
  public typealias Body<Value> = Value

  /// Marks a list that travels as one item of the query, with commas between its values: `ids=1,2,3` and not
  /// `ids=1&ids=2&ids=3`. Costs nothing: it is the type itself.
  public typealias Joined<Values> = Values

  /// Marks a parameter that travels in the query and says which page of a list is wanted. Costs nothing: it is the type
  /// itself.
  ///
  /// The contract gets a method that goes through the pages, and the result is ``Paginated``:
  ///
  /// ```swift
  /// @GET("/books/search")
  /// var search: @Sendable (_ q: String, _ page: Paged<Int>?) async throws -> Counted<Book>
  ///
  /// for try await book in books.searchPages(q: "나루").elements { … }
  /// ```
  public typealias Paged<Position> = Position

  /// Marks a field of a form, which is the body: `application/x-www-form-urlencoded`. The fields of a struct are one field
  /// each. Costs nothing: it is the type itself.
  public typealias Form<Value> = Value

  /// Marks a part of a body with several parts, `multipart/form-data`: a ``Blob`` or a list of them for files; text for
  /// everything that can be a query item; JSON for the rest. Costs nothing: it is the type itself.
  ///
  /// ```swift
  /// @POST("/photos", status: 201)
  /// var add: @Sendable (_ caption: Part<String>, _ photo: Part<Blob>) async throws -> Photo
  /// ```
  public typealias Part<Value> = Value
}
