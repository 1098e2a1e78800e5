public import Foundation
public import Naru
public import NaruRecording

extension LabAPI {
  /// A request with its response, in one line.
  @Payload(init: true)
  public struct Exchange: Sendable, Hashable, Identifiable {
    /// The number of the exchange, from 1.
    public var id: Int
    /// When the request arrived, by the machine's clock.
    public var at: Date
    /// The endpoint, such as `ReadingBooks.add`. `nil` for a path without an endpoint.
    public var endpoint: String?
    /// The request method.
    public var method: String
    /// The path and the query. Secrets are redacted.
    public var target: String
    /// The caller's name, or the id if the caller has no name. `nil` if the caller is not signed in.
    public var caller: String?
    /// The app's release, such as `1.4.0`. `nil` if the request states none, or an invalid one.
    public var release: String?
    /// The status. `nil` if no response was sent.
    public var status: Int?
    /// The time from the request to the head of the response, in milliseconds.
    public var milliseconds: Double
    /// The `Idempotency-Key`.
    public var key: String?
    /// How often the caller has sent the key to the endpoint, this time included. `nil` without a key.
    public var attempt: Int?
    /// The faults that the lab caused, such as `delay` and `responseLost`.
    public var faults: [String]
    /// The size of the request's body in bytes.
    public var sent: Int
    /// The size of the response's body in bytes, as far as it was sent.
    public var received: Int
  }

  /// A page of exchanges.
  @Payload(init: true)
  public struct ExchangeList: Sendable, Hashable {
    /// The exchanges, the newest first.
    public var exchanges: [Exchange]
    /// The number of exchanges in the log that match the filter.
    public var total: Int
    /// The parameter `before` of the next page. `nil` after the last one.
    public var before: Int?
  }

  /// Selects exchanges. All given values have to match.
  @Payload(init: true)
  public struct Filter: Sendable, Hashable {
    /// A part of the endpoint's name.
    public var endpoint: String?
    /// A part of the caller's name.
    public var caller: String?
    /// A status (`404`), a class of statuses (`4xx`), `failed` for every status from 400 on and for no response, or `none` for no
    /// response.
    public var status: String?
    /// A part of the path or the query.
    public var text: String?
    /// The idempotency key.
    public var key: String?
    /// The name of a fault; `any` for every exchange with a fault.
    public var fault: String?
    /// Words separated by spaces. Each must be in the endpoint, the path, the query, the caller, the key, a fault or a body, whatever
    /// its case. A method (`POST`) and a status as in ``status`` match only that; `body:404` matches only bodies, and `path:`,
    /// `user:`, `release:` (`1.4` or `none`), `fault:` and `key:` their own value.
    public var search: String?
  }

  /// An exchange with its header fields, bodies and key.
  @Payload(init: true)
  public struct ExchangeDetail: Sendable, Hashable {
    /// The exchange in one line.
    public var exchange: Exchange
    /// The request's header fields and body.
    public var request: Message
    /// The response's header fields and body. `nil` if there was no response.
    public var response: Message?
    /// A command that sends the request again. Secrets are shell variables.
    public var curl: String
    /// How often the caller sent the idempotency key to the endpoint. `nil` without a key.
    public var sentTimes: Int?
    /// How often the handler succeeded for the key. `nil` without a key.
    public var appliedTimes: Int?
  }

  /// The header fields and the body of a request or a response, with secrets redacted.
  @Payload(init: true)
  public struct Message: Sendable, Hashable {
    /// The header fields, in their order.
    public var headers: [Header]
    /// The body, if it is a string and was stored.
    public var body: String?
    /// Why the body is not here, such as its size.
    public var comment: String?
  }

  /// A request that was sent before, with changes.
  @Payload(init: true)
  public struct EditedRequest: Sendable, Hashable {
    /// The request method.
    public var method: String
    /// The path and the query. The target as it is shown is sent with its secrets.
    public var target: String
    /// All header fields. A value as it is shown is sent with its secrets.
    public var headers: [Header]
    /// The body. The body as it is shown is sent with its secrets.
    public var body: String
  }

  /// A decision about a held call. If all values are `nil`, the call continues unchanged.
  @Payload(init: true)
  public struct Decision: Sendable, Hashable {
    /// The new status of a held response, from 200 to 599.
    public var status: Int?
    /// The new body of the request, or of the held response. The body as it is shown is sent with its secrets.
    public var body: String?
    /// A fault, which follows the changes.
    public var fault: Fault?
  }

  /// A header field.
  @Payload(init: true)
  public struct Header: Sendable, Hashable {
    /// The name.
    public var name: String
    /// The value, or `redacted` for a secret.
    public var value: String
  }

  /// The calls of an endpoint by one release of an app.
  @Payload(init: true)
  public struct ReleaseCalls: Sendable, Hashable {
    /// The endpoint.
    public var endpoint: String
    /// Whether the endpoint is deprecated.
    public var isDeprecated: Bool
    /// The release, such as `1.4.0`; `none` for requests without one. `other` stands for invalid releases, and for those after the
    /// first 64 of the endpoint.
    public var release: String
    /// The number of calls.
    public var calls: Int
    /// When the last request arrived, by the machine's clock.
    public var lastAt: Date
  }
}
