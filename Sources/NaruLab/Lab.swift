import Foundation
import HTTPTypes
public import Naru
public import NaruRecording

/// Observes and controls the contracts of a server: a log of the requests of apps, faults by rules, a clock and snapshots.
///
/// ```swift
/// let lab = Lab()
/// let contracts = lab.observing([ServedContract(Notes.self) { notes.api(for: $0) }])
///
/// let router = Router(context: AppContext.self)
/// router.mount(contracts)
/// lab.addRoutes(to: router)   // the contract at /lab/api, the page at /lab
///
/// let transport = InMemoryTransport(contracts + [lab.contract])   // the same without a socket
/// ```
///
/// It is for development. Requests stay in its memory as they were sent, secrets included, up to its limits; everything that it shows
/// is redacted. A server in production must not have a lab.
public final class Lab: Sendable {
  /// A method and a path with placeholders.
  private struct Route: Hashable {
    let method: String
    let path: String
  }

  /// The largest body that is stored, in bytes.
  private static let maxBodySize = 64 << 10

  /// The longest duration of a fault that lasts until the client gives up.
  private static let longestWait = Duration.seconds(600)

  /// The body of calls without one.
  private static let noBody = Capture(limit: maxBodySize, Data())

  /// The largest number of tokens that are rejected as expired.
  private static let maxExpiredTokens = 1000

  /// The clock of the server. It has no effect unless the server reads the time from it.
  public let clock: LabClock
  let snapshots: (any SnapshotStore)?
  let people: (any PeopleDirectory)?
  let makeFailure: @Sendable (any Error) -> APIError?
  let log: ExchangeLog
  let held = HeldCalls()
  let redaction: Redaction
  private let faultClock: ErasedClock
  private let rules: Locked<FaultRules>
  private let served = Locked((contracts: ContractDispatcher([]), routes: Set<Route>()))
  private let expired = Locked<[Secret]>([])

  /// Creates a lab.
  ///
  /// - Parameters:
  ///   - clock: the clock of the server.
  ///   - names: the names of secret header fields, query items and JSON fields in addition to the usual ones.
  ///   - maxExchanges: the number of exchanges in the log.
  ///   - maxSize: the approximate size of the log in bytes.
  public convenience init(
    clock: LabClock = LabClock(),
    redacting names: [String] = [],
    maxExchanges: Int = 10_000,
    maxSize: Int = 64 << 20
  ) {
    self.init(
      plan: Fault.Plan(),
      clock: clock,
      redacting: names,
      maxExchanges: maxExchanges,
      maxSize: maxSize
    )
  }

  /// Creates a lab with rules for faults, and with access to the data and the users of the server.
  ///
  /// - Parameters:
  ///   - plan: the rules for faults.
  ///   - snapshots: saves and restores the data of the server.
  ///   - people: signs users in without a browser.
  ///   - makeFailure: explains an error of `snapshots` or `people`, as ``ServingOptions/makeFailure`` does.
  ///   - clock: the clock of the server.
  ///   - names: the names of secret header fields, query items and JSON fields in addition to the usual ones.
  ///   - maxExchanges: the number of exchanges in the log.
  ///   - maxSize: the approximate size of the log in bytes.
  ///   - faultClock: the clock of delays and slow bodies. A test can skip the time with a clock of its own.
  @_spi(Lab)
  public init(
    plan: Fault.Plan,
    snapshots: (any SnapshotStore)? = nil,
    people: (any PeopleDirectory)? = nil,
    makeFailure: @escaping @Sendable (any Error) -> APIError? = { _ in nil },
    clock: LabClock = LabClock(),
    redacting names: [String] = [],
    maxExchanges: Int = 10_000,
    maxSize: Int = 64 << 20,
    faultClock: some Clock<Duration> = ContinuousClock()
  ) {
    self.clock = clock
    self.snapshots = snapshots
    self.people = people
    self.makeFailure = makeFailure
    redaction = Redaction(names: names)
    log = ExchangeLog(maxExchanges: maxExchanges, maxSize: maxSize, redaction: redaction)
    self.faultClock = ErasedClock(faultClock)
    rules = Locked(FaultRules(plan))
  }

  /// Returns contracts whose calls are logged and can fail by rules. Call it once, with all contracts of the server.
  ///
  /// - Parameter contracts: the contracts.
  /// - Returns: the same contracts, observed.
  public func observing(_ contracts: [ServedContract]) -> [ServedContract] {
    let observed = contracts.map { $0.intercepted(by: CallInterceptor(respond)) }
    let routes = observed.flatMap(\.endpoints).map {
      Route(method: $0.method.rawValue, path: $0.path.description)
    }
    served.withLock { $0 = (ContractDispatcher(observed), Set(routes)) }
    return observed
  }

  // MARK: Tokens

  /// Rejects a bearer token as expired from now on.
  func expire(_ token: Secret) {
    expired.withLock { expired in
      expired.removeAll { $0 == token }
      expired.append(token)
      if expired.count > Self.maxExpiredTokens { expired.removeFirst() }
    }
  }

  private func isExpired(_ head: HTTPRequest) -> Bool {
    expired.withLock { expired in
      guard !expired.isEmpty, let token = head.bearerToken else { return false }
      return expired.contains(token)
    }
  }

  // MARK: Rules

  /// The rules for faults.
  @_spi(Lab) public var plan: Fault.Plan { rules.withLock { $0.plan } }

  /// Replaces the rules. Their calls are counted from 1 again.
  ///
  /// - Parameter plan: the rules and their seed.
  /// - Returns: the rules with their ids.
  /// - Throws: `APIError` with the code `invalidRequest` and a message that names the wrong value.
  @_spi(Lab)
  @discardableResult
  public func play(_ plan: Fault.Plan) throws(APIError) -> Fault.Plan {
    for rule in plan.rules { try check(rule) }
    return rules.withLock { rules in
      rules.play(plan)
      return rules.plan
    }
  }

  func add(_ rule: Fault.Rule) throws(APIError) -> Fault.Rule {
    try check(rule)
    return rules.withLock { $0.add(rule) }
  }

  private func check(_ rule: Fault.Rule) throws(APIError) {
    try rule.check(endpoints.map(\.id))
  }

  func removeRule(_ id: Int) -> Bool {
    rules.withLock { $0.remove(id) }
  }

  /// The endpoints of the observed contracts.
  var endpoints: [Endpoint] { served.withLock { $0.contracts }.contracts.flatMap(\.endpoints) }

  /// Finds the endpoint of a request in the observed contracts.
  func match(_ head: HTTPRequest) -> ContractDispatcher.Match {
    served.withLock { $0.contracts }.match(head.method, path: (head.path ?? "/").splitTarget.path)
  }

  /// Whether an observed contract has an endpoint.
  func hasEndpoint(_ method: HTTPRequest.Method, _ path: String) -> Bool {
    served.withLock { $0.routes.contains(Route(method: method.rawValue, path: path)) }
  }

  /// The number of readers of `LabAPI.events`.
  package var readerCount: Int { log.readerCount }

  /// Sends a request to the observed contracts, and returns the new exchange.
  func send(_ request: APIRequest) async -> LoggedExchange? {
    let before = log.all.last?.id ?? 0
    let response = await served.withLock { $0.contracts }.respond(to: request.head) { request.content }
    // The faults of a stream happen when it is read.
    if let stream = response.stream { _ = try? await stream.collect(upTo: Self.maxBodySize) }
    return log.all.last {
      $0.id > before && $0.facts.request.method == request.head.method && $0.facts.request.path == request.head.path
    }
  }
}

extension Lab {
  /// Logs a call and applies the faults of the rules.
  @concurrent
  private func respond(to call: InterceptedCall, _ next: CallInterceptor.Next) async -> APIResponse {
    let at = Date()
    let caller = CallerName(call.caller)
    var choice = rules.withLock { $0.next(call.endpoint, caller) }
    if choice.fault == nil, isExpired(call.head) {
      choice.fault = Fault.Injected(.expiredToken)
      choice.names.append(Fault.expiredToken.name)
    }
    if choice.delay > .zero { try? await faultClock.sleep(for: choice.delay) }
    let isRead = call.endpoint.method == .get
    var sent = isRead ? Self.noBody : Capture(limit: Self.maxBodySize)
    let key = isRead ? nil : call.head.headerFields[.idempotencyKey]
    var isApplied = false
    func facts(_ response: HTTPResponse, _ received: Capture) -> LoggedExchange.Facts {
      LoggedExchange.Facts(
        at: at,
        endpoint: call.endpoint,
        request: call.head,
        requestBody: sent,
        response: response,
        responseBody: received,
        caller: caller,
        duration: call.started?.duration(to: .now) ?? .zero,
        key: key,
        faults: choice.names,
        isApplied: isApplied
      )
    }
    func decision(_ response: HTTPResponse, _ received: Capture) async -> LabAPI.Decision {
      let target = redaction.target(call.head.path ?? "/", of: call.endpoint)
      let shown = LoggedExchange(facts(response, received), id: 0, attempt: nil, target: target)
      let decision = try? await held.hold(shown.detail(redaction, uses: nil), faultClock)
      if let fault = decision?.fault { choice.names.append(fault.name) }
      // Without a decision, the client is gone.
      choice.fault = (decision == nil ? .closesImmediately : decision?.fault).map { Fault.Injected($0) }
      return decision ?? LabAPI.Decision()
    }
    var body = call.body
    if choice.fault?.fault.kind == .holdsRequest {
      var content = call.body()
      func set(_ data: Data) {
        (content, sent) = (Blob(data, contentType: content.contentType), Capture(limit: Self.maxBodySize, data))
      }
      // A longer body, or one of unknown length, stays a stream.
      let isShort = content.length.map { $0 <= Self.maxBodySize } ?? false
      if isShort, let data = try? await content.collect(upTo: Self.maxBodySize) { set(data) }
      if let edited = await decision(APIResponse.dropped.head, Self.noBody).body { set(Data(edited.utf8)) }
      body = { [content] in content }
    }
    func handle() async -> APIResponse {
      var watched = call
      if !isRead { watched.body = { [sent, body] in sent.watching(body()) } }
      let response: APIResponse
      do {
        response = try await next(watched)
      } catch {
        response = call.failure(for: error)
      }
      if key != nil {
        isApplied = response.head.status.kind == .successful && !response.isReplayed
      }
      return response
    }
    func respond(_ fault: Fault.Injected?, _ handle: () async -> APIResponse) async -> APIResponse {
      guard let fault else { return await handle() }
      // The client is gone after a wait, or its connection is closed.
      let failure: (APIError) -> APIResponse = { call.failure(for: $0) }
      return (try? await fault.respond(failure: failure, patience: Self.longestWait, faultClock, handle: handle))
        ?? .dropped
    }
    var response = await respond(choice.fault, handle)
    if choice.fault?.fault.kind == .holdsResponse {
      let bytes = response.stream == nil ? response.body : response.stream?.data
      let received = bytes.map { Capture(limit: Self.maxBodySize, $0) } ?? Capture(limit: -1)
      let decision = await decision(response.head, received)
      if let status = decision.status { response.head.status = HTTPResponse.Status(code: status) }
      if let body = decision.body {
        (response.body, response.stream, response.head.headerFields[.contentLength]) = (Data(body.utf8), nil, nil)
      }
      response = await respond(choice.fault) { [response] in response }
    }
    let received: Capture
    if let stream = response.stream, stream.data == nil {
      received = Capture(limit: Self.maxBodySize)
      response.stream = received.watching(stream)
    } else {
      received = Capture(limit: Self.maxBodySize, response.stream?.data ?? response.body)
    }
    log.add(facts(response.head, received))
    return response
  }
}

extension HTTPRequest {
  /// The bearer token. `nil` without one.
  var bearerToken: Secret? {
    guard let parts = headerFields[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[0].lowercased() == "bearer"
    else { return nil }
    return Secret(String(parts[1]))
  }
}

extension Capture {
  /// Returns the same bytes, which are captured while they are read.
  fileprivate func watching(_ blob: Blob) -> Blob {
    if let data = blob.data {
      add(data)
      return blob
    }
    return blob.observed { self.add($0) }
  }
}
