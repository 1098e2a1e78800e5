public import HTTPTypes

/// Plain JSON; a failure is `application/problem+json` (RFC 9457):
/// `{"type":"about:blank","title":"Not Found","status":404,"detail":"…"}`.
///
/// ```swift
/// enum Bank: ProblemFormat {
///   struct Members: Codable, Sendable, Equatable { var balance: Int; var accounts: [String] }
///   static let json = JSONCoding()
/// }
///
/// throw APIError(
///   .forbidden,
///   failure: ProblemDetails(
///     type: "https://bank.example/out-of-credit",
///     title: "You do not have enough credit.",
///     status: 403,
///     members: Bank.Members(balance: 30, accounts: ["/account/12345"])
///   )
/// )
/// ```
public protocol ProblemFormat: TypedFailureFormat where Failure == ProblemDetails<Members> {
  /// The members that this server adds to the RFC's. By default, there are none.
  associatedtype Members: Codable & Sendable & Equatable = Never
}

extension ProblemFormat {
  /// `application/problem+json`.
  public static var failureContentType: String { "application/problem+json" }
}

/// A problem of RFC 9457, with members of your own.
///
/// A member that is absent or of another type is `nil` when it is read, as the RFC asks of clients. The invalid fields are in the
/// member `errors`, as in the RFC's example: `[{"detail":"…","pointer":"#/authors/0/name"}]`. Fields are also read in the forms of other
/// frameworks: ASP.NET's sentences by name, `violations`, `invalid-params`.
public struct ProblemDetails<Members: Codable & Sendable & Equatable>: FailureBody {
  /// An invalid field.
  public struct Invalid: Codable, Sendable, Hashable {
    /// The message for users.
    public var detail: String
    /// The name of a parameter, or the path in the body: `authors[0].name`.
    public var name: String?
    /// The place in the body as a fragment with a JSON pointer: `#/authors/0/name`.
    public var pointer: String?
    /// The code for programs.
    public var code: String?

    /// Creates an invalid field.
    public init(detail: String, name: String? = nil, pointer: String? = nil, code: String? = nil) {
      self.detail = detail
      self.name = name
      self.pointer = pointer
      self.code = code
    }
  }

  /// The URI of the kind of problem. `nil` means `about:blank`: no information beyond the status.
  public var type: String?
  /// A short summary of the kind of problem, which is the same for all its occurrences.
  public var title: String?
  /// The status.
  public var status: Int?
  /// The explanation of this occurrence, for users.
  public var detail: String?
  /// The URI of this occurrence.
  public var instance: String?
  /// The invalid fields of the request.
  public var errors: [Invalid]?
  /// The members of your own. `nil` if any required one of them is missing.
  public var members: Members?

  /// Creates a problem.
  public init(
    type: String? = nil,
    title: String? = nil,
    status: Int? = nil,
    detail: String? = nil,
    instance: String? = nil,
    errors: [Invalid]? = nil,
    members: Members? = nil
  ) {
    self.type = type
    self.title = title
    self.status = status
    self.detail = detail
    self.instance = instance
    self.errors = errors
    self.members = members
  }
}

extension ProblemDetails {
  private enum Key: String, CodingKey {
    case type, title, status, detail, instance, errors
  }

  /// Creates `about:blank` with the sentence as the detail, or with the code as the type.
  public init(_ failure: ServerFailure, status: HTTPResponse.Status) {
    self.init(
      type: failure.code,
      title: status.reasonPhrase.isEmpty ? nil : status.reasonPhrase,
      status: status.code,
      detail: failure.message,
      errors: failure.fields.isEmpty ? nil : failure.fields.map(Invalid.init)
    )
  }

  /// The type as the code, the detail or the title as the sentence, and the invalid fields.
  public var summary: ServerFailure {
    ServerFailure(
      code: ["about:blank", ""].contains(type) ? nil : type,
      message: detail == "" ? title : detail ?? title,
      fields: (errors ?? []).map(\.field)
    )
  }

  /// Reads a problem.
  ///
  /// - Throws: `DecodingError` if the value is not an object, or has no member of a problem.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func member<Value: Decodable>(_ key: Key) -> Value? { try? container.decodeIfPresent(Value.self, forKey: key) }
    type = member(.type)
    title = member(.title)
    status = member(.status)
    detail = member(.detail)
    instance = member(.instance)
    guard type != nil || title != nil || status != nil || detail != nil else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "The object has no member of a problem.")
      )
    }
    errors = member(.errors) ?? Self.looseErrors(in: decoder)
    members = try? Members(from: decoder)
  }

  /// The invalid fields in another form or another member, as ASP.NET, Symfony and Quarkus have them.
  private static func looseErrors(in decoder: any Decoder) -> [Invalid]? {
    guard let tree = try? JSONTree(from: decoder), let failure = ServerFailure(loose: tree, code: "code"),
      !failure.fields.isEmpty
    else { return nil }
    return failure.fields.map(Invalid.init)
  }

  /// Writes the members that are not `nil`.
  public func encode(to encoder: any Encoder) throws {
    try members?.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(type ?? "about:blank", forKey: .type)
    try container.encodeIfPresent(title, forKey: .title)
    try container.encodeIfPresent(status, forKey: .status)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encodeIfPresent(instance, forKey: .instance)
    try container.encodeIfPresent(errors, forKey: .errors)
  }
}

extension ProblemDetails.Invalid {
  fileprivate init(_ field: ServerFailure.Field) {
    self.init(detail: field.message, name: field.name, code: field.code)
  }

  fileprivate var field: ServerFailure.Field {
    .init(name ?? pointer.map(String.path) ?? "", detail, code: code)
  }
}
