public import Foundation
public import Naru
public import NaruRecording

/// The contract of a lab: the requests of apps, and the server's reactions to them. ``Lab`` serves it at `/lab/api`.
///
/// It is an SPI, because it changes with the page: `@_spi(Lab) import NaruLab`.
///
/// ```swift
/// let lab = LabAPI.live(APIClient(url, transport: transport))
/// _ = try await lab.addRule(rule: .fail(with: .responseLost, at: ReadingBooks.Endpoints.add, calls: [1]))
/// let failed = try await lab.exchanges(filter: .init(status: "failed")).exchanges
/// ```
@_spi(Lab)
@API("/lab/api", auth: .none)
public struct LabAPI: Sendable {
  /// The exchanges in the log, the newest first.
  @GET("/exchanges")
  public var exchanges: @Sendable (_ filter: Filter?, _ before: Int?, _ limit: Int?) async throws -> ExchangeList

  /// One exchange with its header fields and bodies, with secrets redacted.
  @GET("/exchanges/{id}")
  public var exchange: @Sendable (_ id: Int) async throws -> ExchangeDetail

  /// Sends the request of an exchange again, with its idempotency key, and returns the new exchange.
  @POST("/exchanges/{id}/again")
  public var sendAgain: @Sendable (_ id: Int) async throws -> ExchangeDetail

  /// Sends the request of an exchange with changes, and returns the new exchange.
  @POST("/exchanges/{id}/edited")
  public var sendEdited: @Sendable (_ id: Int, _ request: EditedRequest) async throws -> ExchangeDetail

  /// Empties the log and the counts of releases.
  @DELETE("/exchanges", status: 204)
  public var clear: @Sendable () async throws -> Void

  /// Streams new exchanges. A slow reader misses the oldest ones.
  @GET("/events")
  public var events: @Sendable () async throws -> EventStream<Exchange>

  /// The exchanges in the log as an HTTP Archive, the oldest first.
  @GET("/har")
  public var har: @Sendable (_ filter: Filter?) async throws -> Blob

  /// The rules for faults.
  @GET("/faults")
  public var plan: @Sendable () async throws -> Fault.Plan

  /// Replaces all rules. Their calls are counted from 1 again.
  @PUT("/faults")
  public var setPlan: @Sendable (_ plan: Fault.Plan) async throws -> Fault.Plan

  /// Adds a rule after the others, and returns it with its id.
  @POST("/faults", status: 201)
  public var addRule: @Sendable (_ rule: Fault.Rule) async throws -> Fault.Rule

  /// Removes a rule.
  @DELETE("/faults/{id}", status: 204)
  public var removeRule: @Sendable (_ id: Int) async throws -> Void

  /// Adds a rule for the next call with the endpoint and the caller of an exchange.
  @POST("/exchanges/{id}/fail-next", status: 201)
  public var failNext: @Sendable (_ id: Int, _ fault: Fault) async throws -> Fault.Rule

  /// The calls that rules hold now, the oldest first, with numbers of their own. A request that is held has no response yet.
  @GET("/held")
  public var held: @Sendable () async throws -> [ExchangeDetail]

  /// Lets a held call continue.
  @POST("/held/{id}", status: 204)
  public var decide: @Sendable (_ id: Int, _ decision: Decision) async throws -> Void

  /// Rejects the access token of an exchange as expired, even after the log was cleared, so that the app has to renew it. Nothing
  /// else of the session changes.
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

  /// The users of the server, the newest account first.
  @GET("/people")
  public var people: @Sendable () async throws -> [Person]

  /// Signs a user in without a browser, and returns the tokens of the new session. A new name gets an account.
  /// With an id, the name does not count.
  @POST("/people")
  public var signIn: @Sendable (_ person: PersonName) async throws -> Tokens

  /// The active sessions of a user, the most recently used first, at most 100.
  @GET("/people/{id}/sessions")
  public var sessions: @Sendable (_ id: UUID) async throws -> [Session]

  /// Ends one session. Its tokens are rejected at once.
  @DELETE("/sessions/{id}", status: 204)
  public var endSession: @Sendable (_ id: UUID) async throws -> Void

  /// Ends all sessions of a user. Their tokens are rejected at once.
  @POST("/people/{id}/sign-out")
  public var endSessions: @Sendable (_ id: UUID) async throws -> EndedSessions

  /// The endpoints of the server, to try them out.
  @GET("/endpoints")
  public var endpoints: @Sendable () async throws -> [EndpointDescription]

  /// The calls by endpoint and release since the start or the last ``clear``, including those that have left the log.
  @GET("/releases")
  public var releases: @Sendable () async throws -> [ReleaseCalls]
}
