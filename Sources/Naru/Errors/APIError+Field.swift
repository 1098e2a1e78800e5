public import HTTPTypes

extension APIError {
  /// An invalid field of a request.
  public struct Field: Sendable, Hashable {
    /// The field's name: a parameter's name, or the path in the body: `authors[0].name`.
    public var name: String
    /// The sentence to show beside the field.
    public var message: LocalizedMessage
    /// The code for programs. The toolkit's own are `missing`, `repeated`, `invalid` and `limit`. `nil` if there is none.
    public var code: String?

    /// Creates an invalid field.
    public init(_ name: String, _ message: LocalizedMessage, code: String? = nil) {
      self.name = name
      self.message = message
      self.code = code
    }

    init(_ field: ServerFailure.Field) {
      self.init(field.name, LocalizedMessage(stringLiteral: field.message), code: field.code)
    }
  }

  /// Creates a 400 that names the invalid fields of a request.
  ///
  /// ```swift
  /// var invalid: [APIError.Field] = []
  /// if post.title.isEmpty { invalid.append(.init("title", "제목을 입력해 주세요.")) }
  /// if post.text.count > 500 { invalid.append(.init("text", "500자까지 쓸 수 있습니다.", code: "too_long")) }
  /// guard invalid.isEmpty else { throw APIError.invalidRequest(fields: invalid) }
  /// ```
  ///
  /// - Parameters:
  ///   - fields: the fields.
  ///   - status: the status, such as 422.
  /// - Returns: the error. Its message consists of the fields' messages.
  public static func invalidRequest(fields: [Field], status: HTTPResponse.Status = .badRequest) -> APIError {
    APIError(.invalidRequest, status: status, fields: fields)
  }
}
