import Foundation
public import Naru
import NaruLabContract
import NaruRecording

extension Laboratory {
  /// The lab as a served contract, for a server without a socket. ``addRoutes(to:token:)`` serves it over HTTP.
  public var contract: ServedContract {
    let lab = lab
    return ServedContract(Lab.self) { _ in lab }
  }

  private var lab: Lab {
    Lab(
      exchanges: { [self] in try list($0 ?? Lab.Filter(), before: $1, limit: $2 ?? 100) },
      exchange: { [self] in try detail(logged($0)) },
      sendAgain: { [self] id in
        let exchange = try logged(id)
        guard exchange.endpoint != nil, exchange.requestBody.content.bytes != nil else { throw Self.notKept }
        guard let new = await sendAgain(exchange) else { throw APIError(.notFound) }
        return detail(new)
      },
      clear: { [self] in log.clear() },
      events: { [self] in
        let redaction = redaction
        return EventStream(log.events().map { $0.sent(redaction) })
      },
      queue: { [self] in log.queue },
      report: { [self] calls in
        let known = Dictionary(endpoints.map { ($0.id, $0) }) { first, _ in first }
        log.report(calls.map { $0.redacted(redaction, known[$0.endpoint]) })
      },
      har: { [self] filter in
        let file = HARFile(try select(filter ?? Lab.Filter()).map { $0.har(redaction) })
        return Blob(try file.data, contentType: "application/json", filename: "naru.har")
      },
      plan: { [self] in plan },
      setPlan: { [self] in try play($0) },
      addRule: { [self] in try add($0) },
      removeRule: { [self] id in
        guard removeRule(id) else { throw Self.unknown("\(id)") }
      },
      failNext: { [self] id, fault in
        let exchange = try logged(id)
        guard let endpoint = exchange.endpoint else { throw Self.notKept }
        return try add(
          Lab.Rule(
            fault: fault,
            endpoint: endpoint.id,
            caller: exchange.caller.shown,
            space: exchange.space,
            calls: [1]
          )
        )
      },
      expireToken: { [self] id in
        guard let token = try logged(id).request.bearerToken else { throw Self.withoutToken }
        expire(token)
      },
      clock: { [self] in clock.reading },
      setClock: { [self] in
        clock.apply($0)
        return clock.reading
      },
      snapshots: { [self] in snapshots?.all ?? [] },
      save: { [self] in try await store.save(checked($0)) },
      restore: { [self] name in
        guard let snapshot = try await store.restore(name) else { throw Self.unknown(name) }
        return snapshot
      },
      removeSnapshot: { [self] name in
        guard try store.remove(name) else { throw Self.unknown(name) }
      },
      spaces: { [self] in spaces },
      addSpace: { [self] name, snapshot in
        guard let space = try await addSpace(name, of: snapshot, from: copier) else {
          throw Self.unknown(snapshot ?? "")
        }
        return space
      },
      removeSpace: { [self] name in
        guard removeSpace(name) else { throw Self.unknown(name) }
      },
      people: { [self] in try await directory(in: $0).people() },
      signIn: { [self] in try await directory(in: $1).signIn($0.name) },
      sessions: { [self] in try await directory(in: $1).sessions(of: $0) },
      endSession: { [self] id, space in
        guard try await directory(in: space).endSession(id) else { throw Self.unknown(id.uuidString.lowercased()) }
      },
      endSessions: { [self] in Lab.EndedSessions(count: try await directory(in: $1).endSessions(of: $0)) },
      endpoints: { [self] in endpoints.map { Lab.EndpointDescription($0, now: clock.now) } },
      coverage: { [self] in coverage }
    )
  }

  private var store: any SnapshotStore {
    get throws(APIError) {
      guard let snapshots else {
        throw APIError(
          .notFound,
          LocalizedMessage(
            korean: "이 서버의 데이터는 저장해 둘 수 없습니다. SQLite를 쓰는 서버에서만 됩니다.",
            english: "The data of this server can't be saved. Snapshots need a server on SQLite."
          )
        )
      }
      return snapshots
    }
  }

  private var copier: any SpaceStore {
    get throws(APIError) {
      guard let copies else {
        throw APIError(
          .notFound,
          LocalizedMessage(
            korean: "이 서버에는 공간을 만들 수 없습니다. SQLite를 쓰는 서버에서만 됩니다.",
            english: "This server can't have spaces. Spaces need a server on SQLite."
          )
        )
      }
      return copies
    }
  }

  private func directory(in space: String?) throws(APIError) -> any PeopleDirectory {
    guard let people = try people(in: space) else {
      throw APIError(
        .notFound,
        LocalizedMessage(
          korean: "이 서버에서는 다른 사람인 척할 수 없습니다. 대역 로그인을 쓰는 서버에서만 됩니다.",
          english: "You can't act as another person here: this server has no stand-ins for sign-in."
        )
      )
    }
    return people
  }

  private func checked(_ name: String) throws(APIError) -> String {
    guard name.wholeMatch(of: /[\p{L}\p{N}][\p{L}\p{N}._ -]{0,59}/) != nil else {
      throw .invalidRequest(
        LocalizedMessage(
          korean: "이름은 글자나 숫자로 시작하는 60자 이하여야 합니다: “\(name.prefix(60))”",
          english: "A name begins with a letter or a digit and has at most 60 characters: “\(name.prefix(60))”."
        )
      )
    }
    return name
  }

  private func logged(_ id: Int) throws(APIError) -> LoggedExchange {
    guard let exchange = log[id] else { throw Self.unknown("\(id)") }
    return exchange
  }

  private static func unknown(_ name: String) -> APIError {
    .notFound(
      LocalizedMessage(
        korean: "없거나 이미 지워졌습니다: “\(name.prefix(60))”",
        english: "It does not exist, or was removed: “\(name.prefix(60))”."
      )
    )
  }

  private static var notKept: APIError {
    .invalid(
      LocalizedMessage(
        korean: "계약에 없는 요청이거나 본문이 너무 커서 다시 보낼 수 없습니다.",
        english: "The request belongs to no contract, or its body was too large to keep, so it can't be used again."
      )
    )
  }

  private static var withoutToken: APIError {
    .invalid(
      LocalizedMessage(korean: "토큰 없이 보낸 요청입니다.", english: "The request was sent without a bearer token.")
    )
  }

  private func detail(_ exchange: LoggedExchange) -> Lab.ExchangeDetail {
    exchange.detail(redaction, uses: log.uses(of: exchange), queued: log.queued(exchange))
  }

  /// The exchanges that match a filter, the oldest first.
  private func select(_ filter: Lab.Filter) throws(APIError) -> [LoggedExchange] {
    try filter.check()
    let all = log.all
    return filter == Lab.Filter() ? all : all.filter { filter.matches($0, redaction) }
  }

  private func list(_ filter: Lab.Filter, before: Int?, limit: Int) throws(APIError) -> Lab.ExchangeList {
    guard (1...1000).contains(limit) else {
      throw .invalidRequest(
        LocalizedMessage(korean: "limit은 1부터 1000까지입니다.", english: "“limit” must be from 1 to 1000.")
      )
    }
    let matching = try select(filter)
    let older = matching.reversed().drop { exchange in before.map { exchange.id >= $0 } ?? false }
    let page = older.prefix(limit)
    return Lab.ExchangeList(
      exchanges: page.map { $0.summary(redaction) },
      total: matching.count,
      before: page.count < older.count ? page.last?.id : nil
    )
  }

  private var coverage: [Lab.Coverage] {
    let met = log.coverage
    let called = Set(met.map(\.endpoint))
    let rows = met.map { Lab.Coverage(endpoint: $0.endpoint.id, status: $0.status, fault: $0.fault, calls: $0.calls) }
    let missing = endpoints.filter { !called.contains($0) }.map { Lab.Coverage(endpoint: $0.id, calls: 0) }
    return (rows + missing).sorted {
      ($0.endpoint, $0.status ?? 0, $0.fault ?? "") < ($1.endpoint, $1.status ?? 0, $1.fault ?? "")
    }
  }
}

extension ExchangeLog.Event {
  fileprivate func sent(_ redaction: Redaction) -> ServerSentEvent<Lab.Event> {
    switch self {
    case .exchange(let exchange): ServerSentEvent(.exchange(exchange.summary(redaction)), id: "\(exchange.id)")
    case .queue(let entry): ServerSentEvent(.queue(entry))
    }
  }
}

extension Lab.QueuedCall {
  /// Returns the call without secrets, whatever the app has sent.
  fileprivate func redacted(_ redaction: Redaction, _ endpoint: Endpoint?) -> Lab.QueuedCall {
    var call = self
    call.target = redaction.target(target, of: endpoint)
    call.reason = reason.map(redaction.value)
    return call
  }
}
