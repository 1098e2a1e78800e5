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

  /// Marks a parameter that is the JSON body. Costs nothing: it is the type itself.
  public typealias Body<Value> = Value
}
