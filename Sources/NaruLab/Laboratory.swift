import Foundation
import HTTPTypes
public import Naru
public import NaruLabContract
import NaruRecording

/// Sees and steers the contracts of a server: a log of what apps sent, faults by rules, a clock and snapshots.
///
/// ```swift
/// let laboratory = Laboratory()
/// let contracts = laboratory.observing([ServedContract(Notes.self) { notes.api(for: $0) }])
///
/// let router = Router(context: AppContext.self)
/// router.mount(contracts)
/// laboratory.addRoutes(to: router)   // Lab at /lab/api, the page at /lab
///
/// let transport = InMemoryTransport(contracts + [laboratory.contract])   // the same without a socket
/// ```
///
/// It is for development. Its memory has what was sent, secrets included, up to its limits; everything that it shows is redacted.
/// A server that people use must not have one.
public final class Laboratory: Sendable {
  /// A method and a path with placeholders.
  private struct Route: Hashable {
    let method: String
    let path: String
  }

  /// The largest body that is kept, in bytes.
  private static let maxBodySize = 64 << 10

  /// The body of calls that have none.
  private static let noBody = Capture(limit: maxBodySize, Data())

  /// The largest number of tokens that are refused as expired.
  private static let expiredLimit = 1000

  /// The clock of the server. It does nothing until the server reads the time from it.
  public let clock: LabClock
  let snapshots: (any SnapshotStore)?
  let people: (any PeopleDirectory)?
  let copies: (any SpaceStore)?
  let log: ExchangeLog
  let redaction: Redaction
  private let waits: ErasedClock
  private let rules = Locked(FaultRules())
  private let served = Locked((contracts: ContractDispatcher([]), routes: Set<Route>()))
  private let kept = Locked(Spaces())
  private let expired = Locked<[Secret]>([])

  /// Creates a lab.
  ///
  /// - Parameters:
  ///   - plan: the rules for faults.
  ///   - snapshots: saves and restores the data of the server.
  ///   - people: signs people in without a browser.
  ///   - spaces: copies the data, so that tests run side by side.
  ///   - clock: the clock of the server.
  ///   - names: the names of secret header fields, query items and JSON fields in addition to the usual ones.
  ///   - exchangeLimit: the number of exchanges that the log keeps.
  ///   - sizeLimit: the size of the log in bytes, approximately.
  ///   - waits: the clock of delays and slow bodies, which is that of the machine. A test can skip the time with another one.
  public init(
    plan: Lab.Plan = Lab.Plan(),
    snapshots: (any SnapshotStore)? = nil,
    people: (any PeopleDirectory)? = nil,
    spaces: (any SpaceStore)? = nil,
    clock: LabClock = LabClock(),
    redacting names: [String] = [],
    exchangeLimit: Int = 10_000,
    sizeLimit: Int = 64 << 20,
    waits: some Clock<Duration> = ContinuousClock()
  ) {
    self.clock = clock
    self.snapshots = snapshots
    self.people = people
    copies = spaces
    log = ExchangeLog(countLimit: exchangeLimit, sizeLimit: sizeLimit)
    redaction = Redaction(names: names)
    self.waits = ErasedClock(waits)
    rules.withLock { $0.play(plan) }
  }

  /// Returns contracts whose calls are logged and can fail by rules. Call it once, with all contracts of the server.
  ///
  /// - Parameter contracts: the contracts.
  /// - Returns: the same contracts, observed.
  public func observing(_ contracts: [ServedContract]) -> [ServedContract] {
    let observed = contracts.map { contract in
      contract.intercepted(by: self).replaced { [kept] head in
        try head.headerFields[.naruSpace].map { name in try kept.withLock { $0 }.contracts(of: name) }
      }
    }
    let routes = observed.flatMap(\.endpoints).map {
      Route(method: $0.method.rawValue, path: $0.path.description)
    }
    served.withLock { $0 = (ContractDispatcher(observed), Set(routes)) }
    return observed
  }

  // MARK: Spaces

  /// The spaces, the oldest first.
  var spaces: [Lab.Space] { kept.withLock { $0.all } }

  /// Adds a space. Returns `nil` if there is no snapshot with the name.
  func addSpace(_ name: String, of snapshot: String?, from copies: any SpaceStore) async throws -> Lab.Space? {
    try Spaces.check(name)
    guard var copy = try await copies.copy(of: snapshot) else { return nil }
    copy.contracts = copy.contracts.map { $0.intercepted(by: self) }
    let space = Lab.Space(name: name, snapshot: snapshot, addedAt: Date())
    try kept.withLock { [copy] in try $0.add(space, copy) }
    return space
  }

  /// Removes a space and the rules for it. Returns whether there was one.
  func removeSpace(_ name: String) -> Bool {
    rules.withLock { $0.remove(space: name) }
    return kept.withLock { $0.remove(name) }
  }

  /// The people of a space; without one, those of the server.
  func people(in space: String?) throws(APIError) -> (any PeopleDirectory)? {
    guard let space else { return people }
    return try kept.withLock { $0 }.people(of: space)
  }

  // MARK: Tokens

  /// Refuses a bearer token as expired from now on.
  func expire(_ token: Secret) {
    expired.withLock { expired in
      expired.removeAll { $0 == token }
      expired.append(token)
      if expired.count > Self.expiredLimit { expired.removeFirst() }
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
  public var plan: Lab.Plan { rules.withLock { $0.plan } }

  /// Replaces the rules. Their calls are counted from 1 again.
  ///
  /// - Parameter plan: the rules and their seed.
  /// - Returns: the rules with their ids.
  /// - Throws: `APIError` with the code `invalid` and a sentence that says which rule is wrong.
  @discardableResult
  public func play(_ plan: Lab.Plan) throws(APIError) -> Lab.Plan {
    for rule in plan.rules { try check(rule) }
    return rules.withLock { rules in
      rules.play(plan)
      return rules.plan
    }
  }

  func add(_ rule: Lab.Rule) throws(APIError) -> Lab.Rule {
    try check(rule)
    return rules.withLock { $0.add(rule) }
  }

  private func check(_ rule: Lab.Rule) throws(APIError) {
    try rule.check(endpoints.map(\.id))
    if let space = rule.space { _ = try people(in: space) }
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

  /// The number of readers of `Lab.events`.
  package var readerCount: Int { log.readerCount }

  /// Sends the request of an exchange again.
  func sendAgain(_ exchange: LoggedExchange) async -> LoggedExchange? {
    let request = exchange.call
    let before = log.all.last?.id ?? 0
    let answer = await served.withLock { $0.contracts }.respond(to: request.head) { request.content }
    // The faults of a stream happen when it is read.
    if let stream = answer.stream { _ = try? await stream.collect(upTo: Self.maxBodySize) }
    return log.all.last { $0.id > before && $0.endpoint == exchange.endpoint && $0.request.path == request.head.path }
  }
}

extension Laboratory: CallInterceptor {
  /// Logs a call and applies the faults of the rules.
  package func respond(
    to call: InterceptedCall,
    body: @escaping @Sendable () -> Blob,
    next: @Sendable (_ body: @escaping @Sendable () -> Blob) async -> APIResponse
  ) async -> APIResponse {
    let at = Date()
    let caller = CallerName(call.caller)
    var choice = rules.withLock { rules in
      guard !rules.plan.rules.isEmpty else { return FaultRules.Choice() }
      return rules.next(call.endpoint, caller, in: call.head.headerFields[.naruSpace])
    }
    if choice.fault == nil, isExpired(call.head) {
      choice.fault = .expiredToken
      choice.names.append(Lab.Fault.expiredToken.name)
    }
    if choice.delay > .zero { try? await waits.sleep(for: choice.delay) }
    let isRead = call.endpoint.method == .get
    let sent = isRead ? Self.noBody : Capture(limit: Self.maxBodySize)
    let key = isRead ? nil : call.head.headerFields[.idempotencyKey]
    var isApplied = false
    func answer() async -> APIResponse {
      let watched: @Sendable () -> Blob = { sent.watching(body()) }
      let response = await next(isRead ? body : watched)
      if key != nil {
        isApplied = response.head.status.kind == .successful && !response.isReplayed
      }
      return response
    }
    var response =
      if let fault = choice.fault {
        await fault.perform(on: call, waits, answer: answer)
      } else {
        await answer()
      }
    let received: Capture
    if let stream = response.stream, stream.data == nil {
      received = Capture(limit: Self.maxBodySize)
      response.stream = received.watching(stream)
    } else {
      received = Capture(limit: Self.maxBodySize, response.stream?.data ?? response.body)
    }
    log.add(
      LoggedExchange.Facts(
        at: at,
        endpoint: call.endpoint,
        request: call.head,
        requestBody: sent,
        response: response.head,
        responseBody: received,
        caller: caller,
        duration: call.started.duration(to: .now),
        key: key,
        faults: choice.names,
        isApplied: isApplied
      )
    )
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
