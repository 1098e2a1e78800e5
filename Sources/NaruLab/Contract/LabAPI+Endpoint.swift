public import Naru

extension LabAPI {
  /// An endpoint with the facts that a caller needs.
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
    /// The credentials that a caller can send; the server's documentation states whether one is enough. Empty if calls are not
    /// authenticated.
    public var credentials: [Credential]
    /// The first paragraph of its documentation.
    public var summary: String
    /// The status of a success.
    public var status: Int
    /// The form of the response: `{ id: string, pages?: integer }`. Empty without a body.
    public var returns: String
    /// The ids of the reads whose results a call changes.
    public var changes: [String]
    /// The parameters, in the order of the declaration.
    public var parameters: [Parameter]
  }

  /// A credential and its place in a request.
  @Payload(init: true)
  public struct Credential: Sendable, Hashable {
    /// The kind: `bearer` or `basic`, or the place of an API key: `header`, `query` or `cookie`.
    public var kind: String
    /// The name of the API key. `nil` for `bearer` and `basic`.
    public var name: String?
  }

  /// A parameter of an endpoint, or a field of one.
  @Payload(init: true)
  public struct Parameter: Sendable, Hashable {
    /// The name on the wire.
    public var name: String
    /// The place: `path`, `query`, `header`, `cookie`, `body`, `form` or `part`.
    public var location: String
    /// The type of a value: `string`, `integer`, `number`, `boolean`, `file`, `pairs` for the keys of a dictionary with their values,
    /// `key=value`, or `json` for all others; `link` for the link to a page, which only a server creates.
    public var type: String
    /// Whether it takes several values.
    public var isList: Bool
    /// The separator between the values of a list that is one query item. `nil` if each value is an item.
    public var separator: String?
    /// Whether it may be omitted.
    public var isOptional: Bool
    /// The values that are allowed. `nil` if they are not a list.
    public var values: [String]?
    /// The limits of its values. A server rejects a call with a value beyond them.
    public var limits: ParameterLimits
    /// The fields of an object in the query, in a form or in the body. `nil` if it is not an object.
    public var fields: [Parameter]?
    /// The type in Swift, such as `Array<String>`. Empty if a hand-written contract doesn't state it.
    public var swiftType: String
    /// An example: JSON for a body, a plain string for all others; for a list, one value a line.
    public var example: String
  }

  /// The limits of a parameter. For a list, all but the number of elements apply to an element.
  @Payload(init: true)
  public struct ParameterLimits: Sendable, Hashable {
    /// The smallest number.
    public var min: Double?
    /// The largest number.
    public var max: Double?
    /// The smallest number of characters.
    public var minLength: Int?
    /// The largest number of characters.
    public var maxLength: Int?
    /// The smallest number of elements.
    public var minItems: Int?
    /// The largest number of elements.
    public var maxItems: Int?
    /// A regular expression that a part of the string must match.
    public var pattern: String?
    /// The format of a string: `email`, `date`, `uri` or `uuid`.
    public var format: String?
  }
}
