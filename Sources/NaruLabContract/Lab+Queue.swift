public import Foundation
public import Naru

extension Lab {
  /// A call that an app keeps until it can be sent, as the app reported it.
  @Payload(init: true)
  public struct QueuedCall: Sendable, Hashable {
    /// The `Idempotency-Key`, the same in every attempt.
    @Constraints(.length(1...255)) public var key: String
    /// The endpoint, such as `ReadingBooks.add`.
    @Constraints(.length(1...200)) public var endpoint: String
    /// The request method.
    @Constraints(.length(1...20)) public var method: String
    /// The path and the query. Secrets are redacted.
    @Constraints(.length(1...2000)) public var target: String
    /// Its state.
    public var state: QueueState
    /// When it was queued, by the app's clock.
    public var queuedAt: Date
    /// How often the app has tried to send it from the queue, whether it arrived or not.
    @Constraints(.range(0...)) public var attempts: Int
    /// The status of the last attempt. `nil` if there was no response.
    public var status: Int?
    /// Why the last attempt failed, in the app's language. Secrets are redacted.
    @Constraints(.length(...500)) public var reason: String?
  }

  /// The state of a queued call.
  @Payload
  public enum QueueState: String, Sendable, CaseIterable {
    /// Not sent yet.
    case queued
    /// An attempt failed; the next one is pending.
    case waiting
    /// Being sent.
    case sending
    /// The server has refused it for good.
    case refused
    /// The server has carried it out.
    case done
    /// It left the queue without being carried out, such as because the person discarded it. If an app has several processes, one may
    /// report this of a call that another one has sent.
    case discarded
  }

  /// A queued call with what arrived at the server.
  @Payload(init: true)
  public struct QueueEntry: Sendable, Hashable {
    /// The call, as it was reported last.
    public var call: QueuedCall
    /// How often requests with its key arrived, also those that were not sent from the queue.
    public var sentTimes: Int
    /// How often the handler did its work for them and succeeded.
    public var appliedTimes: Int
  }

  /// An event in the lab. In JSON, `kind` says what: `{"kind": "exchange", "id": 1, …}`.
  @Payload(tag: "kind")
  public enum Event: Sendable, Hashable {
    /// An exchange has ended.
    case exchange(Exchange)
    /// A queued call was reported, or a request with its key has arrived.
    case queue(QueueEntry)
  }
}
