/// A failure as a server describes it, apart from the status: what every format has.
public struct ServerFailure: Error, Sendable {
  /// An invalid field of the request.
  public struct Field: Sendable, Hashable {
    /// The field's name: a parameter's name, or the path in the body: `authors[0].name`.
    public var name: String
    /// The message for users.
    public var message: String
    /// The code for programs.
    public var code: String?

    /// Creates an invalid field.
    public init(_ name: String, _ message: String, code: String? = nil) {
      self.name = name
      self.message = message
      self.code = code
    }
  }

  /// The server's code for programs, such as `BOOK_NOT_FOUND`.
  public var code: String?
  /// The server's message for users.
  public var message: String?
  /// The invalid fields of the request.
  public var fields: [Field]
  /// The body in a type of its own. `nil` if the format has none.
  public var body: (any FailureBody)?

  /// Creates a failure from the known fields.
  public init(code: String? = nil, message: String? = nil, fields: [Field] = []) {
    self.code = code
    self.message = message
    self.fields = fields
  }

  /// Creates a failure from its body.
  public init(_ body: any FailureBody) {
    self = body.summary
    self.body = body
  }
}

extension ServerFailure: Hashable {
  /// Compares all properties.
  public static func == (left: ServerFailure, right: ServerFailure) -> Bool {
    left.code == right.code && left.message == right.message && left.fields == right.fields
      && areEqual(left.body, right.body)
  }

  /// Hashes the code, the message and the fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(message)
    hasher.combine(fields)
  }
}
