/// The address of a page, as the server sends it: absolute, or relative to the request.
///
/// A parameter of this type is not sent. The call goes to the link instead of the address of its endpoint:
///
/// ```swift
/// @GET("/repos/{repo}/issues")
/// var issues: @Sendable (_ repo: String, _ page: Paged<PageLink>?) async throws -> LinkedPage<Issue>
///
/// for try await issue in api.issuesPages(repo: "naru").elements { … }
/// ```
///
/// A link leads to the endpoint's server, or to a server that ``APIClient`` lists in its `hosts`. Any other link fails with
/// ``APIError/Code/encodingFailed``, and nothing is sent: a response can't send the token elsewhere.
///
/// A handler gets the address of the request, or `nil` if it has no query, and reads the position from it:
///
/// ```swift
/// let issues = try await issues(after: page?["after"])
/// return LinkedPage(issues, next: PageLink(query: ["after": issues.last?.id]))
/// ```
public struct PageLink: Sendable, Hashable {
  /// The address.
  public var text: String

  /// Creates a link.
  public init(_ text: String) {
    self.text = text
  }

  /// Creates a link to the path of the request with another query.
  ///
  /// - Parameter query: the items of the query. Those that are `nil` are left out.
  public init(query: KeyValuePairs<String, String?>) {
    text = "?" + QueryString.encode(query.compactMap { item in item.value.map { (item.key, $0) } })
  }

  /// The value of the first item of the query with a name. `nil` if there is none.
  public subscript(name: String) -> String? {
    guard let query = Reference(text).query, let items = try? QueryString.items(query[...]) else { return nil }
    return items.first { $0.name == name }?.value
  }
}

extension PageLink: Codable {
  /// Reads the address as a string.
  public init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }

  /// Writes the address as a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Endpoint.Parameter {
  /// Whether it is the address of the call instead of a part of it.
  package var isLink: Bool { type == PageLink.self }
}
