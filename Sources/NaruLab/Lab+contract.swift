import Foundation
import HTTPTypes
public import Naru
import NaruRecording

extension Lab {
  /// The lab as a served contract, for a server without a socket. ``addRoutes(to:token:)`` serves it over HTTP.
  public var contract: ServedContract {
    let api = api
    return ServedContract(LabAPI.self, options: ServingOptions(makeFailure: makeFailure)) { _ in api }
  }

  private var api: LabAPI {
    LabAPI(
      exchanges: { [self] in try list($0 ?? LabAPI.Filter(), before: $1, limit: $2 ?? 100) },
      exchange: { [self] in try detail(logged($0)) },
      sendAgain: { [self] id in
        let exchange = try logged(id)
        guard exchange.facts.endpoint != nil, exchange.facts.requestBody.content.bytes != nil else {
          throw Self.notStored
        }
        guard let new = await send(exchange.call) else { throw APIError(.notFound) }
        return detail(new)
      },
      sendEdited: { [self] in try await send($1, like: logged($0)) },
      clear: { [self] in log.clear() },
      events: { [self] in
        EventStream(log.events().map { ServerSentEvent($0.summary, id: "\($0.id)") })
      },
      har: { [self] filter in
        let chunks = export(try select(filter ?? LabAPI.Filter()))
        return Blob(chunks: chunks, contentType: "application/json", filename: "naru.har")
      },
      plan: { [self] in plan },
      setPlan: { [self] in try play($0) },
      addRule: { [self] in try add($0) },
      removeRule: { [self] id in
        guard removeRule(id) else { throw Self.unknown("rule \(id)") }
      },
      failNext: { [self] id, fault in
        let exchange = try logged(id)
        guard let endpoint = exchange.facts.endpoint else { throw Self.notStored }
        return try add(Fault.Rule(fault: fault, endpoint: endpoint.id, caller: exchange.facts.caller.shown, calls: [1]))
      },
      held: { [self] in held.all },
      decide: { [self] id, decision in
        let decision = try held.all.first { $0.exchange.id == id }.map { try decision.checked(for: $0) }
        guard let decision, held.end(id, with: decision) else { throw Self.unknown("held call \(id)") }
      },
      expireToken: { [self] id in
        guard let token = try logged(id).facts.request.bearerToken else {
          throw APIError.invalidRequest("The request was sent without a bearer token.")
        }
        expire(token)
      },
      clock: { [self] in clock.reading },
      setClock: { [self] in
        try clock.apply($0)
        return clock.reading
      },
      snapshots: { [self] in snapshots?.all ?? [] },
      save: { [self] in try await store.save(checked($0)) },
      restore: { [self] name in
        guard let snapshot = try await store.restore(name) else { throw Self.unknown("snapshot “\(name.prefix(60))”") }
        return snapshot
      },
      removeSnapshot: { [self] name in
        guard try store.remove(name) else { throw Self.unknown("snapshot “\(name.prefix(60))”") }
      },
      people: { [self] in try await directory.people() },
      signIn: { [self] person in
        guard let id = person.id else { return try await directory.signIn(person.name) }
        guard let tokens = try await directory.signIn(id: id) else {
          throw Self.unknown("user \(id.uuidString.lowercased())")
        }
        return tokens
      },
      sessions: { [self] in try await directory.sessions(of: $0) },
      endSession: { [self] id in
        guard try await directory.endSession(id) else { throw Self.unknown("session \(id.uuidString.lowercased())") }
      },
      endSessions: { [self] in LabAPI.EndedSessions(count: try await directory.endSessions(of: $0)) },
      endpoints: { [self] in endpoints.map { LabAPI.EndpointDescription($0) } },
      releases: { [self] in releases }
    )
  }

  private var store: any SnapshotStore {
    get throws(APIError) {
      guard let snapshots else {
        throw .notFound("The data of this server can't be saved. Snapshots need a server on SQLite.")
      }
      return snapshots
    }
  }

  private var directory: any PeopleDirectory {
    get throws(APIError) {
      guard let people else {
        throw .notFound("You can't act as another user here: this server has no stand-ins for sign-in.")
      }
      return people
    }
  }

  private func checked(_ name: String) throws(APIError) -> String {
    guard name.wholeMatch(of: /[\p{L}\p{N}][\p{L}\p{N}._ -]{0,59}/) != nil else {
      throw .invalidRequest(
        "A name begins with a letter or a digit and has at most 60 characters: “\(name.prefix(60))”."
      )
    }
    return name
  }

  private func logged(_ id: Int) throws(APIError) -> LoggedExchange {
    guard let exchange = log[id] else { throw Self.unknown("exchange \(id)") }
    return exchange
  }

  private static func unknown(_ name: String) -> APIError {
    .notFound("There is no \(name), or it was removed.")
  }

  private static var notStored: APIError {
    .invalidRequest("The request matches no contract, or its body was too large to store, so it can't be used again.")
  }

  private func detail(_ exchange: LoggedExchange) -> LabAPI.ExchangeDetail {
    exchange.detail(redaction, uses: log.uses(of: exchange))
  }

  /// Sends a request with changes. Unchanged parts are sent as they were, including secrets.
  private func send(_ edited: LabAPI.EditedRequest, like exchange: LoggedExchange) async throws -> LabAPI.ExchangeDetail
  {
    let shown = detail(exchange)
    var head = exchange.facts.request
    guard let method = HTTPRequest.Method(edited.method) else {
      throw APIError.invalidRequest("“\(edited.method.prefix(60))” is not a method.")
    }
    head.method = method
    if edited.target != shown.exchange.target { head.path = edited.target }
    head.headerFields = HTTPFields()
    for header in edited.headers {
      guard let name = HTTPField.Name(header.name) else {
        throw APIError.invalidRequest("“\(header.name.prefix(60))” is not the name of a header field.")
      }
      let redaction = redaction.knowing(exchange.facts.endpoint)
      let original = exchange.facts.request.headerFields[fields: name].first { redaction.field($0) == header.value }
      head.headerFields.append(original ?? HTTPField(name: name, value: header.value))
    }
    head.headerFields[.contentLength] = nil
    guard case .found = match(head), edited.target.hasPrefix("/") else {
      throw APIError.invalidRequest("The server has no endpoint for \(edited.method) \(edited.target.prefix(200)).")
    }
    let isSame = edited.body == shown.request.body ?? ""
    let body = isSame ? exchange.facts.requestBody.content.bytes ?? Data() : Data(edited.body.utf8)
    let request = APIRequest(endpoint: exchange.call.endpoint, head: head, body: body)
    guard let new = await send(request) else { throw APIError(.notFound) }
    return detail(new)
  }

  /// The exchanges that match a filter, the oldest first.
  private func select(_ filter: LabAPI.Filter) throws(APIError) -> [LoggedExchange] {
    try filter.check()
    let all = log.all
    guard filter != LabAPI.Filter() else { return all }
    let search = ExchangeSearch(filter.search ?? "")
    return all.filter { filter.matches($0) && search.matches($0, redaction) }
  }

  /// The chunks of an HTTP Archive. Entries are redacted and encoded, by all processors, when their chunk is sent, so an export ends with
  /// its client.
  private func export(_ exchanges: [LoggedExchange]) -> AsyncThrowingStream<Data, any Error> {
    let size = 16
    let next = Locked(-size)
    return AsyncThrowingStream { [redaction] in
      let start = next.withLock { next in
        defer { next += size }
        return next
      }
      if start < 0 { return HARFile.start }
      guard start < exchanges.count else { return start < exchanges.count + size ? HARFile.end : nil }
      return try await withThrowingTaskGroup(of: (index: Int, data: Data).self) { group in
        for index in start..<min(start + size, exchanges.count) {
          group.addTask {
            (index, Data((index == 0 ? "" : ",\n").utf8) + (try exchanges[index].har(redaction).data))
          }
        }
        let entries = try await group.reduce(into: []) { $0.append($1) }
        return entries.sorted { $0.index < $1.index }.reduce(into: Data()) { $0 += $1.data }
      }
    }
  }

  private func list(_ filter: LabAPI.Filter, before: Int?, limit: Int) throws(APIError) -> LabAPI.ExchangeList {
    guard (1...1000).contains(limit) else {
      throw .invalidRequest("“limit” must be from 1 to 1000.")
    }
    let matching = try select(filter)
    let older = matching.reversed().drop { exchange in before.map { exchange.id >= $0 } ?? false }
    let page = older.prefix(limit)
    return LabAPI.ExchangeList(
      exchanges: page.map(\.summary),
      total: matching.count,
      before: page.count < older.count ? page.last?.id : nil
    )
  }

  private var releases: [LabAPI.ReleaseCalls] {
    let calls = log.releases.flatMap { endpoint, releases in
      releases.all.map { release, calls in
        LabAPI.ReleaseCalls(
          endpoint: endpoint.id,
          isDeprecated: endpoint.isDeprecated,
          release: release,
          calls: calls.count,
          lastAt: calls.last
        )
      }
    }
    return calls.sorted { ($0.endpoint, $1.lastAt) < ($1.endpoint, $0.lastAt) }
  }
}
