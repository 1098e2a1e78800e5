public import Foundation
public import Naru

/// The lab of a server: what apps sent, and what the server does with it. `Laboratory` of `NaruLab` serves it at `/lab/api`.
///
/// ```swift
/// let lab = Lab.live(APIClient(url, transport: transport))
/// try await lab.addRule(rule: .init(fault: .answerLost, endpoint: "ReadingBooks.add", calls: [1]))
/// let failed = try await lab.exchanges(filter: .init(status: "failed")).exchanges
/// ```
@API("/lab/api", auth: .none)
public struct Lab: Sendable {
  /// The exchanges in the log, the newest first.
  @GET("/exchanges")
  public var exchanges: @Sendable (_ filter: Filter?, _ before: Int?, _ limit: Int?) async throws -> ExchangeList

  /// One exchange with its header fields and bodies, in which secrets are redacted.
  @GET("/exchanges/{id}")
  public var exchange: @Sendable (_ id: Int) async throws -> ExchangeDetail

  /// Sends the request of an exchange again, with its idempotency key, and returns the new exchange.
  @POST("/exchanges/{id}/again")
  public var sendAgain: @Sendable (_ id: Int) async throws -> ExchangeDetail

  /// Empties the log, the queue and the coverage.
  @DELETE("/exchanges", status: 204)
  public var clear: @Sendable () async throws -> Void

  /// Streams new events. A slow reader misses the oldest ones.
  @GET("/events")
  public var events: @Sendable () async throws -> EventStream<Event>

  /// The calls in the queues of apps that report to the lab, the newest first: at most 1,000, also those that have left a queue.
  @GET("/queue")
  public var queue: @Sendable () async throws -> [QueueEntry]

  /// Reports calls in the queue of an app, when they or their states are new. `NaruOffline` does this.
  @POST("/queue", status: 204, limits: ["calls": .items(1...100)])
  public var report: @Sendable (_ calls: [QueuedCall]) async throws -> Void

  /// The exchanges in the log as an HTTP Archive, the oldest first.
  @GET("/har")
  public var har: @Sendable (_ filter: Filter?) async throws -> Blob

  /// The rules for faults.
  @GET("/faults")
  public var plan: @Sendable () async throws -> Plan

  /// Replaces all rules. Their calls are counted from 1 again.
  @PUT("/faults")
  public var setPlan: @Sendable (_ plan: Plan) async throws -> Plan

  /// Adds a rule after the others, and returns it with its id.
  @POST("/faults", status: 201)
  public var addRule: @Sendable (_ rule: Rule) async throws -> Rule

  /// Removes a rule.
  @DELETE("/faults/{id}", status: 204)
  public var removeRule: @Sendable (_ id: Int) async throws -> Void

  /// Adds a rule for the next call with the endpoint and the caller of an exchange.
  @POST("/exchanges/{id}/fail-next", status: 201)
  public var failNext: @Sendable (_ id: Int, _ fault: Fault) async throws -> Rule

  /// Refuses the access token of an exchange as expired, also after the log was cleared, so that the app has to renew it. Nothing else of
  /// the session changes.
  @POST("/exchanges/{id}/expire-token", status: 204)
  public var expireToken: @Sendable (_ id: Int) async throws -> Void

  /// The server's clock.
  @GET("/clock")
  public var clock: @Sendable () async throws -> ClockReading

  /// Changes the server's clock.
  @POST("/clock")
  public var setClock: @Sendable (_ change: ClockChange) async throws -> ClockReading

  /// The saved states of the server's data, the oldest first.
  @GET("/snapshots")
  public var snapshots: @Sendable () async throws -> [Snapshot]

  /// Saves the state of the server's data under a name. A snapshot with this name is replaced.
  @PUT("/snapshots/{name}")
  public var save: @Sendable (_ name: String) async throws -> Snapshot

  /// Replaces the server's data with a snapshot.
  @POST("/snapshots/{name}/restore")
  public var restore: @Sendable (_ name: String) async throws -> Snapshot

  /// Deletes a snapshot.
  @DELETE("/snapshots/{name}", status: 204)
  public var removeSnapshot: @Sendable (_ name: String) async throws -> Void

  /// The spaces, the oldest first.
  @GET("/spaces")
  public var spaces: @Sendable () async throws -> [Space]

  /// Adds a space: a copy of a snapshot, or without one of the data as it is now. A space with this name is replaced.
  @PUT("/spaces/{name}")
  public var addSpace: @Sendable (_ name: String, _ snapshot: Query<String>?) async throws -> Space

  /// Removes a space with its data, and the rules for it.
  @DELETE("/spaces/{name}", status: 204)
  public var removeSpace: @Sendable (_ name: String) async throws -> Void

  /// The people of the server, or of a space, the newest account first.
  @GET("/people", headers: ["Naru-Space": "{space}"])
  public var people: @Sendable (_ space: String?) async throws -> [Person]

  /// Signs a person in without a browser, and returns the tokens of the new session. A new name gets an account.
  @POST("/people", headers: ["Naru-Space": "{space}"])
  public var signIn: @Sendable (_ person: PersonName, _ space: String?) async throws -> Tokens

  /// The active sessions of a person, the most recently used first, at most 100.
  @GET("/people/{id}/sessions", headers: ["Naru-Space": "{space}"])
  public var sessions: @Sendable (_ id: UUID, _ space: String?) async throws -> [Session]

  /// Ends one session. Its tokens are refused at once.
  @DELETE("/sessions/{id}", status: 204, headers: ["Naru-Space": "{space}"])
  public var endSession: @Sendable (_ id: UUID, _ space: String?) async throws -> Void

  /// Ends all sessions of a person. Their tokens are refused at once.
  @POST("/people/{id}/sign-out", headers: ["Naru-Space": "{space}"])
  public var endSessions: @Sendable (_ id: UUID, _ space: String?) async throws -> EndedSessions

  /// The endpoints of the server, to try them out.
  @GET("/endpoints")
  public var endpoints: @Sendable () async throws -> [EndpointDescription]

  /// Which combinations of endpoint, status and fault there were since the start or the last ``clear``, and the endpoints that
  /// were never called.
  @GET("/coverage")
  public var coverage: @Sendable () async throws -> [Coverage]
}
