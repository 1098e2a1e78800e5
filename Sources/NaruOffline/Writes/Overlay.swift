import HTTPTypes
public import Naru

/// The queued writes of a user on top of the server's responses: one rule for each endpoint that can be queued.
///
/// ```swift
/// extension Notes {
///   static func offline(_ offline: Offline) -> Notes {
///     var overlay = Overlay<[Note]>(offline)
///     overlay.insert(Endpoints.add) { (new: NewNote, write) in
///       guard new.text.count <= 200 else { throw APIError(.invalidRequest) }
///       return Note(id: write.localID?.text ?? "", text: new.text)
///     }
///     overlay.change(Endpoints.change) { (note: inout Note, changes: NewNote, _) in note.text = changes.text }
///     overlay.remove(Endpoints.remove)
///     let live: Notes = overlay.live()
///     var notes = live
///     notes.list = { [overlay] in try await overlay.shown(live.list(), withNew: true) }
///     return notes
///   }
/// }
/// ```
///
/// A write of ``live(_:)`` is sent at once if possible. If not, the rules of the earlier writes and its own are applied first. If its own rule
/// throws, nothing is queued, and the call fails with that error. Otherwise, the write is queued, and the call returns the predicted result:
/// the inserted or changed item. A rule that throws in a read changes nothing there: the server will reject the write.
///
/// `State` is a list of items, or a contract: see ``init(_:on:)``.
public struct Overlay<State: Sendable>: Sendable {
  /// Applies a write. Returns the server's probable response, or `nil` if it is not known.
  typealias Rule = @concurrent @Sendable (inout State, QueuedWrite) async throws -> APIResponse?

  private let offline: Offline
  private let base: @concurrent @Sendable () async throws -> State
  /// Remembers what the server has returned, as the state before the writes.
  private let remember: @Sendable (State) -> Void
  /// Remembers the result of a write that was sent.
  private let note: @Sendable (Endpoint, APIResponse) -> Void
  private var rules: [Endpoint: Rule] = [:]
  private var checks: [Endpoint: @concurrent @Sendable (State, QueuedWrite) async throws -> Void] = [:]
  private var insertions: Set<Endpoint> = []

  /// Creates an overlay that applies writes by calling another implementation of the contract, such as one in memory. It has a rule for
  /// each endpoint that is not a `GET`.
  ///
  /// - Parameters:
  ///   - offline: the offline store of the signed-in user.
  ///   - base: returns an implementation with the server's data and no queued writes. If it throws, a write is queued without a
  ///     predicted result.
  public init(_ offline: Offline, on base: @escaping @concurrent @Sendable () async throws -> State)
  where State: Contract {
    self.offline = offline
    self.base = base
    remember = { _ in }
    note = { _, _ in }
    for route in State.routes where route.endpoint.method != .get {
      rules[route.endpoint] = { api, write in try await route.handler(api, write.call(of: route.endpoint)) }
    }
  }

  // MARK: Showing

  /// Returns the state with all writes that are queued.
  ///
  /// - Throws: the error of the state without them, or `MessageError` if the file can't be used.
  @concurrent
  public func state() async throws -> State { try await applied(to: base(), withNew: true) }

  private func applied(to state: State, withNew: Bool) async throws -> State {
    var state = state
    for write in try offline.shownWrites() {
      guard let endpoint = write.endpoint, let rule = rules[endpoint], withNew || !insertions.contains(endpoint) else {
        continue
      }
      var next = state
      do {
        _ = try await rule(&next, write)
        state = next
      } catch {
        // The server will state why it rejects the write.
      }
    }
    return state
  }

  // MARK: Writing

  /// Adds a check of writes before they are queued, beside the rule of the endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - check: throws the error of a write that must not be queued on top of the state.
  public mutating func check(
    _ endpoint: Endpoint,
    _ check: @escaping @concurrent @Sendable (_ state: State, _ write: QueuedWrite) async throws -> Void
  ) {
    checks[endpoint] = check
  }

  /// Returns a contract whose writes are queued if they can't be sent, and then return the predicted result. If there is none, the call
  /// fails with ``WriteQueued``. A write without a rule is not queued. Reads follow their policies.
  public func live<API: Contract>(_ contract: API.Type = API.self) -> API { offline.live(contract, predictedBy: self) }
}

/// Predicts the results of the calls that can be queued.
protocol Prediction: Sendable {
  /// Whether a call is queued if it can't be sent.
  func covers(_ endpoint: Endpoint) -> Bool
  /// Returns the probable response to a write that is not queued yet. `nil` if it is not known. Throws if the write must not be queued.
  func response(to write: QueuedWrite) async throws -> APIResponse?
  /// Notes the server's response to a write.
  func note(_ response: APIResponse, to endpoint: Endpoint)
}

extension Overlay: Prediction {
  func covers(_ endpoint: Endpoint) -> Bool { rules[endpoint] != nil }

  func response(to write: QueuedWrite) async throws -> APIResponse? {
    guard let endpoint = write.endpoint, let rule = rules[endpoint] else { return nil }
    guard let base = try? await base() else { return try write.emptyResponse() }
    var state = try await applied(to: base, withNew: true)
    try await checks[endpoint]?(state, write)
    return try await rule(&state, write) ?? write.emptyResponse()
  }

  func note(_ response: APIResponse, to endpoint: Endpoint) { note(endpoint, response) }
}

extension QueuedWrite {
  /// The call as a server receives it.
  func call(of endpoint: Endpoint) throws -> IncomingCall {
    let head = HTTPRequest(
      method: endpoint.method.http,
      scheme: nil,
      authority: nil,
      path: record.target,
      headerFields: try record.headers
    )
    return try IncomingCall(APIRequest(endpoint: endpoint, head: head, body: record.body))
  }

  /// The id of the item that the call changes: the last parameter of the path.
  fileprivate func itemID<ID: Decodable>() throws -> ID? {
    guard let name = endpoint?.parameters.last(where: { $0.location == .path })?.name else { return nil }
    return try argument(name)
  }

  /// A response without a value. `nil` if the endpoint has a result.
  fileprivate func emptyResponse() throws -> APIResponse? {
    guard let endpoint, endpoint.result == nil else { return nil }
    return try call(of: endpoint).reply(())
  }

  /// A response with an item. `nil` if the endpoint has another result.
  fileprivate func response(_ item: some Encodable) throws -> APIResponse? {
    guard let endpoint, endpoint.result == type(of: item) else { return nil }
    return try call(of: endpoint).reply(item)
  }
}

// MARK: - Lists

extension Overlay {
  /// Creates an overlay of a list without rules. It remembers the items that it has shown and that ``live(_:)`` has returned, to predict
  /// their changes.
  ///
  /// - Parameters:
  ///   - offline: the offline store of the signed-in user.
  ///   - list: an endpoint with lists of the items. The items of its cached responses are known before the app has shown a list again.
  public init<Item: Identifiable & Codable & Sendable>(_ offline: Offline, cached list: Endpoint? = nil)
  where State == [Item] {
    self.offline = offline
    let known = Locked<[Item.ID: Item]>([:])
    base = {
      let shown = known.withLock { Array($0.values) }
      let lists = try list.map { try offline.cachedValues(of: $0, as: [Item].self) } ?? []
      var ids: Set<Item.ID> = []
      return (shown + lists.joined()).filter { ids.insert($0.id).inserted }
    }
    remember = { items in known.withLock { for item in items { $0[item.id] = item } } }
    note = { endpoint, response in
      guard endpoint.result == Item.self, let item = try? endpoint.format.decode(Item.self, from: response.body) else {
        return
      }
      known.withLock { $0[item.id] = item }
    }
  }

  /// Adds a rule for writes that create an item.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - atEnd: whether new items are at the end of the list. By default they are at the start.
  ///   - make: returns the item from the JSON body of a write. Its id is the write's ``QueuedWrite/localID``, which is `nil` for a
  ///     `PUT`. Throws the error of a write that must not be queued.
  public mutating func insert<Item: Encodable, Body: Decodable & Sendable>(
    _ endpoint: Endpoint,
    atEnd: Bool = false,
    _ make: @escaping @concurrent @Sendable (_ body: Body, _ write: QueuedWrite) async throws -> Item
  ) where State == [Item] {
    insertions.insert(endpoint)
    rules[endpoint] = { items, write in
      guard let body: Body = try write.body() else { return nil }
      let item = try await make(body, write)
      items.insert(item, at: atEnd ? items.endIndex : items.startIndex)
      return try write.response(item)
    }
  }

  /// Adds a rule for writes that change the item whose id is the last parameter of the path.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - change: changes the item by the JSON body of a write. Throws the error of a write that must not be queued.
  public mutating func change<Item: Identifiable & Encodable, Body: Decodable & Sendable>(
    _ endpoint: Endpoint,
    _ change:
      @escaping @concurrent @Sendable (_ item: inout Item, _ body: Body, _ write: QueuedWrite) async throws -> Void
  ) where State == [Item], Item.ID: Decodable {
    rules[endpoint] = { items, write in
      guard let id: Item.ID = try write.itemID(), let index = items.firstIndex(where: { $0.id == id }),
        let body: Body = try write.body()
      else { return nil }
      try await change(&items[index], body, write)
      return try write.response(items[index])
    }
  }

  /// Adds a rule for writes that remove the item whose id is the last parameter of the path.
  public mutating func remove<Item: Identifiable>(_ endpoint: Endpoint) where State == [Item], Item.ID: Decodable {
    apply(endpoint) { items, write in
      let id: Item.ID? = try write.itemID()
      items.removeAll { $0.id == id }
    }
  }

  /// Adds a rule for writes that change something else than one item of the list, such as an item inside of another one.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - change: applies a write. Throws the error of a write that must not be queued.
  public mutating func apply(
    _ endpoint: Endpoint,
    _ change: @escaping @concurrent @Sendable (_ state: inout State, _ write: QueuedWrite) async throws -> Void
  ) {
    rules[endpoint] = { state, write in
      try await change(&state, write)
      return nil
    }
  }

  /// Predicts the result of writes whose result is not an item of the list. Add it after the other rule of the endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - result: returns the probable result of a write.
  public mutating func predict<Value: Encodable & Sendable>(
    _ endpoint: Endpoint,
    _ result: @escaping @Sendable (_ write: QueuedWrite) throws -> Value
  ) {
    let rule = rules[endpoint]
    rules[endpoint] = { state, write in
      _ = try await rule?(&state, write)
      return try write.call(of: endpoint).reply(result(write))
    }
  }

  /// Returns a list of the server with the queued writes on top.
  ///
  /// - Parameters:
  ///   - items: the server's list, or a page of it.
  ///   - withNew: whether new items belong to this page.
  ///   - isShown: whether an item belongs to the list, such as one with the status that the list is of.
  /// - Returns: the list.
  /// - Throws: `MessageError` if the file can't be used.
  @concurrent
  public func shown<Item>(
    _ items: [Item],
    withNew: Bool = false,
    where isShown: @Sendable (Item) throws -> Bool = { _ in true }
  ) async throws -> [Item] where State == [Item] {
    remember(items)
    return try await applied(to: items, withNew: withNew).filter(isShown)
  }

  /// Returns a page of the server with the queued writes on top. Its total counts the difference.
  ///
  /// - Parameters:
  ///   - page: the server's page.
  ///   - withNew: whether new items belong to this page.
  ///   - isShown: whether an item belongs to the list.
  /// - Returns: the page.
  /// - Throws: `MessageError` if the file can't be used.
  @concurrent
  public func shown<Item>(
    _ page: CountedList<Item>,
    withNew: Bool = false,
    where isShown: @Sendable (Item) throws -> Bool = { _ in true }
  ) async throws -> CountedList<Item> where State == [Item] {
    let items = try await shown(page.elements, withNew: withNew, where: isShown)
    return CountedList(items, total: page.total.map { $0 - page.count + items.count })
  }

  /// Returns an item with the queued writes on top.
  ///
  /// - Parameters:
  ///   - id: the item's id; may be a local id.
  ///   - call: returns the server's item. It is not called for an item that the server does not have yet.
  /// - Returns: the item.
  /// - Throws: the error of `call`, or a `notFound` if a queued write removes the item.
  @concurrent
  public func item<Item: Identifiable>(
    _ id: Item.ID,
    _ call: @concurrent @Sendable (Item.ID) async throws -> Item
  ) async throws -> Item where State == [Item], Item.ID: Sendable {
    if let item = try await applied(to: [], withNew: true).first(where: { $0.id == id }) { return item }
    guard let item = try await shown([call(id)]).first else { throw APIError(.notFound) }
    return item
  }
}
