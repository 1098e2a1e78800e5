// The names are members of `Contract`, so that they are visible in contracts only. Global names would collide with SwiftUI's
// `Path` and SwiftData's `Query`. If the contract's file declares a type of the same name, write `Self.Path<…>`.

extension Contract {
  /// Marks a parameter that is sent in the query, with any method. It is an alias of the type itself.
  ///
  /// Each field of a struct is one item, and each key of a dictionary, which gets all items that no other parameter has:
  /// `Query<[String: String]>`. Two parameters that are only valid together can therefore be one optional struct,
  /// so that a call can't pass only one of them:
  ///
  /// ```swift
  /// struct Paging: Codable, Sendable { var page: Int; var size: Int }
  ///
  /// @GET("/posts")
  /// var list: @Sendable (_ paging: Query<Paging>?) async throws -> [Post]
  /// ```
  public typealias Query<Value> = Value

  /// Marks a parameter that fills the placeholder of its name in the path. It is an alias of the type itself.
  public typealias Path<Value> = Value

  /// Marks a parameter that is sent in a header field. It is an alias of the type itself.
  ///
  /// The field's name is the parameter's, with hyphens between its words: `idempotencyKey` is `Idempotency-Key`. Any other
  /// name is in the marker: `@GET("/user", headers: ["X-GitHub-Api-Version": "{version}"])`.
  ///
  /// A `Date` is written as HTTP writes dates: `Wed, 04 Mar 2026 09:30:00 GMT`.
  public typealias Header<Value> = Value

  /// Marks a parameter that is sent as a cookie, a scalar. It is an alias of the type itself.
  ///
  /// The cookie's name is the parameter's. Any other name is in the marker: `headers: ["Cookie": "session-id={session}; theme={theme}"]`.
  /// Characters that a cookie can't have are percent-encoded.
  public typealias Cookie<Value> = Value

  /// Marks a parameter that is the body: a ``Blob`` as it is, everything else as JSON. It is an alias of the type itself.
  ///
  /// `GET` and `DELETE` need the marker. Some servers, caches and `URLSession` on Apple platforms reject a `GET` that has a body.
  public typealias Body<Value> = Value

  /// Marks a list that is sent as one query item with commas between its values: `ids=1,2,3` instead of
  /// `ids=1&ids=2&ids=3`. It is an alias of the type itself.
  public typealias CommaDelimited<Values> = Values

  /// Marks a list that is sent as one query item with `|` between its values: `ids=1|2|3`. It is an alias of the type itself.
  public typealias PipeDelimited<Values> = Values

  /// Marks a list that is sent as one query item with spaces between its values: `scopes=read write`, percent-encoded. It is an
  /// alias of the type itself.
  public typealias SpaceDelimited<Values> = Values

  /// Marks an object that is sent in the query with its name before the name of each field: `size[gte]=3&size[lte]=5`. The values
  /// of a list have `[]` at the end: `tags[]=a&tags[]=b`. It is an alias of the type itself.
  public typealias DeepObject<Value> = Value

  /// Marks a value that is sent as one query item in JSON: `filter={"rating":5}`, percent-encoded. It is an alias of the type itself.
  public typealias JSONEncoded<Value> = Value

  /// Marks a query parameter that selects a page of a list. It is an alias of the type itself.
  ///
  /// The result must be ``Paginated``. The contract gets a method that iterates over the pages:
  ///
  /// ```swift
  /// @GET("/books/search")
  /// var search: @Sendable (_ q: String, _ page: Paged<Int>?) async throws -> CountedList<Book>
  ///
  /// for try await book in books.searchPages(q: "나루").elements { … }
  /// ```
  public typealias Paged<Position> = Position

  /// Marks a field of a form in the body, `application/x-www-form-urlencoded`. Each field of a struct is one field of the
  /// form. It is an alias of the type itself.
  public typealias Form<Value> = Value

  /// Marks a part of a `multipart/form-data` body: a file for a ``Blob`` or each of a list of them, text for everything that
  /// can be a query item, JSON for the rest. It is an alias of the type itself. A name that is no
  /// Swift identifier is in backticks, here and in a ``Form``.
  ///
  /// ```swift
  /// @POST("/photos", status: 201)
  /// var add: @Sendable (_ caption: Part<String>, _ `photos[]`: Part<[Blob]>) async throws -> [Photo]
  /// ```
  public typealias Part<Value> = Value
}
