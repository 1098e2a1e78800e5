public import Naru

extension Lab {
  /// An endpoint with what is needed to call it.
  @Payload(init: true)
  public struct EndpointDescription: Sendable, Hashable {
    /// The id, such as `ReadingBooks.add`.
    public var id: String
    /// The request method.
    public var method: String
    /// The path with its placeholders.
    public var path: String
    /// Whether a call needs a token: `none`, `optional` or `required`.
    public var auth: String
    /// The first paragraph of its documentation.
    public var summary: String
    /// The parameters, in the order of the declaration.
    public var parameters: [Parameter]
  }

  /// A parameter of an endpoint.
  @Payload(init: true)
  public struct Parameter: Sendable, Hashable {
    /// The name on the wire.
    public var name: String
    /// The place: `path`, `query`, `header`, `body`, `form` or `part`.
    public var location: String
    /// Whether it may be omitted.
    public var isOptional: Bool
    /// The values that are allowed. `nil` if they are not a list.
    public var values: [String]?
    /// An example: JSON for a body, text for all others.
    public var example: String
  }
}
