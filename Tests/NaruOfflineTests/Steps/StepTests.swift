import Foundation
import HTTPTypes
import Naru
import NaruOffline
import TestSupport
import Testing

/// Writes of several steps.
struct StepTests {
  private let device: Device
  private let offline: Offline
  private var server: ShelfServer { device.server }

  init() throws {
    device = try Device()
    offline = try device.app()
  }

  private var log: [String] { server.content(Device.hong).log }
  private var queue: [QueuedWrite] { get throws { try offline.queuedWrites() } }

  /// Sends while calls of some endpoints fail.
  private func send(failing endpoints: Endpoint..., with code: APIError.Code = .unreachable) async throws {
    server.respond { request in
      guard endpoints.contains(request.endpoint) else { return nil }
      guard code != .unreachable else { throw APIError(code) }
      return APIResponse(failure: APIError(code), format: BareJSON.self, language: .english)
    }
    try await offline.send(ignoringBackoff: true)
  }

  @Test func stepsAreSentInOrderWithResultsOfEarlierOnes() async throws {
    try await offline.addWithPicture("a")
    #expect(server.received.isEmpty)
    try await send()
    #expect(try log == ["add a", "place a", "upload a", "note 1 s/2"] && queue.isEmpty)
    // The other server gets the link, the picture and its type, and no token or key.
    let upload = server.received[2].head
    #expect(upload.authority == "bucket.example.com" && upload.path == "/a?Signature=s/2")
    #expect(Set(upload.headerFields.map(\.name)) == [.accept, .contentType])
    #expect(Set([0, 1, 3].map { server.received[$0].head.headerFields[.idempotencyKey] ?? "" }).count == 3)
  }

  @Test func aWriteOfSeveralStepsIsOneItemOfTheQueueWithoutTheSecretLink() async throws {
    let write = try await offline.addWithPicture("a")
    let id = try #require(write.localID)
    // Another write waits for what the first step creates.
    try await offline.write(Shelf.self) { try await $0.cover(id: Int(id.integer), picture: Blob(Data())) }
    let (later, other) = (try await offline.addWithPicture("b"), try await offline.addWithPicture("c", in: "other"))
    try await send(failing: Uploads.Endpoints.upload)
    #expect(log.sorted() == ["add a", "add c", "cover 1 0", "place a", "place c"])
    let queued = try queue
    #expect(queued.map(\.id) == [write.id, later.id, other.id] && queued[0].endpoint == Uploads.Endpoints.upload)
    #expect(try queued[0].lastError == APIError(.unreachable).localizedMessage && offline.realID(of: id) == "1")
    var dumped = "\(queued)"
    dump(queued, to: &dumped)
    #expect(!dumped.contains("Signature"))
    try await send()
    #expect(try log.count == 13 && queue.isEmpty)
  }

  @Test func aBookStaysOnTheScreenAfterItsFirstStep() async throws {
    var overlay = Overlay<[Book]>(offline)
    overlay.insert(Shelf.Endpoints.add) { (new: NewBook, _) in Book(id: 0, title: new.title) }
    let (live, shown): (Shelf, Overlay<[Book]>) = (overlay.live(), overlay)
    try await offline.addWithPicture("a")
    var values = offline.values { try await shown.shown(live.list(nil), withNew: true) }.makeAsyncIterator()
    #expect(await values.next()?.value.map(\.title) == ["a"])
    // After the first step, only the next one reaches the server.
    let isAdded = Locked(false)
    server.respond { request in
      if request.endpoint == Shelf.Endpoints.add { isAdded.withLock { $0 = true } }
      guard isAdded.withLock({ $0 }), ![Shelf.Endpoints.add, Shelf.Endpoints.place].contains(request.endpoint) else {
        return nil
      }
      throw APIError(.unreachable)
    }
    try await offline.send()
    for _ in 0..<3 {
      offline.sendSoon()
      #expect(await values.next()?.value.map(\.title) == ["a"])
    }
  }

  // MARK: Rejections

  @Test func aRejectedStepUndoesTheEarlierOnesAndARetryBeginsAgain() async throws {
    let write = try await offline.addWithPicture("a")
    try await send(failing: Shelf.Endpoints.annotate, with: .conflict)
    #expect(log == ["add a", "place a", "upload a", "remove 1"])
    let rejected = try #require(try queue.first)
    #expect(rejected.id == write.id && rejected.isRejected && rejected.status == .conflict)
    #expect(rejected.endpoint == Shelf.Endpoints.add && rejected.localID == write.localID)
    #expect(try offline.retry(write.id))
    try await send()
    #expect(try log.suffix(4) == ["add a", "place a", "upload a", "note 2 s/6"] && queue.isEmpty)
    #expect(try offline.realID(of: #require(write.localID)) == "2")
  }

  @Test func withoutAnUndoARetryContinuesWithTheRejectedStep() async throws {
    try await offline.write { steps in
      let book = try await steps.add(Shelf.self) { try await $0.add(book: NewBook(title: "a")) }
      try await steps.add(Shelf.self) { try await $0.place(id: Int(book["id"].integer)) }
    }
    try await send(failing: Shelf.Endpoints.place, with: .forbidden)
    let rejected = try #require(try offline.queuedWrites(rejected: true).first)
    #expect(rejected.endpoint == Shelf.Endpoints.place && rejected.status == .forbidden)
    try offline.retry(rejected.id)
    try await send()
    #expect(try log == ["add a", "place a"] && queue.isEmpty)
  }

  @Test(arguments: [false, true])
  func aFailedUndoStaysUntilItIsRetried(isGone: Bool) async throws {
    let write = try await offline.addWithPicture("a")
    try await send(failing: Shelf.Endpoints.annotate, Shelf.Endpoints.remove, with: .conflict)
    let stuck = try #require(try offline.queuedWrites(rejected: true).first)
    #expect(stuck.endpoint == Shelf.Endpoints.remove)
    #expect(stuck.lastError?.english.hasPrefix("Earlier steps could not be undone.") == true)
    // What someone else has removed is undone.
    if isGone { server.change(Device.hong) { $0.books = [] } }
    try offline.retry(write.id)
    try await send()
    #expect(try server.content(Device.hong).books.isEmpty && queue.map(\.endpoint) == [Shelf.Endpoints.add])
    #expect(try queue.first?.lastError?.english.hasPrefix("Earlier steps") == false)
    #expect(try offline.discard(write.id) && queue.isEmpty)
  }

  @Test(arguments: ["not sent", "sent", "response lost", "applied"])
  func aDiscardedWriteLeavesNothing(_ state: String) async throws {
    let write = try await offline.addWithPicture("a")
    server.lose { state == "response lost" && $0.endpoint == Shelf.Endpoints.add }
    if state != "not sent" { try await send(failing: state == "sent" ? Shelf.Endpoints.add : Shelf.Endpoints.place) }
    #expect(log.count == (["response lost", "applied"].contains(state) ? 1 : 0))
    #expect(try offline.discard(write.id) && queue.isEmpty == (state == "not sent"))
    server.lose { _ in false }
    try await send()
    #expect(try server.content(Device.hong).books.isEmpty && queue.isEmpty && !log.contains("place a"))
  }

  @Test func aResponseWithoutANeededValueUndoesTheEarlierSteps() async throws {
    try await offline.write { steps in
      let book = try await steps.add(Shelf.self) {
        try await $0.add(book: NewBook(title: "a"))
      } undo: {
        try await $0.remove(id: Int($1["id"].integer))
      }
      try await steps.add(Shelf.self) { try await $0.place(id: Int(book["rating"].integer)) }
    }
    try await send()
    #expect(log == ["add a", "remove 1"])
    #expect(try queue.first?.lastError?.english.contains("doesn't contain a value that it needs") == true)
  }

  // MARK: Links

  @Test func anExpiredLinkIsRequestedAgain() async throws {
    try await offline.addWithPicture("a")
    for _ in 0..<2 {
      try await send(failing: Uploads.Endpoints.upload)
      device.clock.advance(by: .seconds(3_600))
      // Nor is the new link used at once.
      server.lose { $0.endpoint == Shelf.Endpoints.place }
      try await send()
      server.lose { _ in false }
    }
    try await send()
    #expect(try log == ["add a", "place a", "place a", "place a", "upload a", "note 1 s/4"] && queue.isEmpty)
  }

  /// A 401 of a link without a token says nothing about the user.
  @Test(arguments: [APIError.Code.forbidden, .unauthorized])
  func aNewLinkThatIsRejectedIsNotRequestedAgain(code: APIError.Code) async throws {
    try await offline.addWithPicture("a")
    try await send(failing: Uploads.Endpoints.upload, with: code)
    #expect(try log == ["add a", "place a", "remove 1"] && queue.map(\.isRejected) == [true])
  }

  // MARK: Wrong uses

  @Test func aWrongUseOfAResultIsAnErrorAndNothingIsQueued() async throws {
    func expectError(_ part: String, _ add: @concurrent @Sendable (WriteSteps, StepResult) async throws -> Void) async {
      let error = await #expect(throws: APIError.self) {
        try await offline.write { steps in
          let book = try await steps.add(Shelf.self) { try await $0.add(book: NewBook(title: "a")) }
          try await add(steps, book)
        }
      }
      #expect(error?.code == .encodingFailed && "\(error as Any)".contains(part), "\(error as Any)")
    }
    await expectError("in a longer value") { steps, book in
      try await steps.add(Shelf.self) { try await $0.add(book: NewBook(title: "after \(book["title"].text)")) }
    }
    await expectError("no field “name”") { steps, book in
      try await steps.add(Shelf.self) { try await $0.add(book: NewBook(title: book["name"].text)) }
    }
    await expectError("result of an earlier step") { steps, _ in
      let link = LinkURL("https://bucket.example.com/a?signature=1")
      try await steps.add(Uploads.self) { try await $0.upload(link: link, picture: Blob(Data())) }
    }
    await expectError("one call") { steps, _ in try await steps.add(Shelf.self) { _ in } }
    #expect(try queue.isEmpty)
  }
}
