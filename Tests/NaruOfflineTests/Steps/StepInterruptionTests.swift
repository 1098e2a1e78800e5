import Foundation
import Naru
import NaruOffline
import TestSupport
import Testing

/// The app is killed while a write of several steps is sent.
struct StepInterruptionTests {
  private enum Moment: CaseIterable { case beforeSending, beforeTheResponse, beforeStoring }

  private let device: Device
  private let app: Locked<Offline>
  private let next = Locked<(endpoint: Endpoint, moment: Moment)?>(nil)

  init() throws {
    device = try Device()
    app = Locked(try device.app())
    device.server.respond { [self] request in
      if kills(request, at: .beforeSending) { throw APIError(.unreachable) }
      return nil
    }
    device.server.lose { [self] request in
      let isLost = kills(request, at: .beforeTheResponse)
      // The response arrives, but can't be stored.
      _ = kills(request, at: .beforeStoring)
      return isLost
    }
  }

  /// Closes the file, so that the app changes nothing in it from now on.
  private func kills(_ request: APIRequest, at moment: Moment) -> Bool {
    guard let kill = next.withLock({ $0 }), kill == (request.endpoint, moment) else { return false }
    next.withLock { $0 = nil }
    try? app.withLock { $0 }.close()
    return true
  }

  @Test func fiveHundredKillsLeaveNoOrphanAndNothingTwice() async throws {
    let calls = [Shelf.Endpoints.add, Shelf.Endpoints.place, Uploads.Endpoints.upload, Shelf.Endpoints.annotate]
    var titles: [String] = []
    var count = 0
    while count < 500 {
      let isRejected = titles.count % 2 == 1
      titles.append("\(isRejected ? "x" : "")\(titles.count)")
      try await app.withLock { $0 }.addWithPicture(titles[titles.count - 1])
      for endpoint in calls + (isRejected ? [Shelf.Endpoints.remove] : []) {
        for moment in Moment.allCases {
          next.withLock { $0 = (endpoint, moment) }
          await #expect(throws: MessageError.self) { try await app.withLock { $0 }.send() }
          #expect(next.withLock { $0 == nil })
          let again = try device.app()
          app.withLock { $0 = again }
          count += 1
        }
      }
      try await app.withLock { $0 }.send()
      #expect(try app.withLock { $0 }.queuedWrites(rejected: false).isEmpty)
    }
    let content = device.server.content(Device.hong)
    let complete = titles.filter { $0.first != "x" }
    #expect(content.books.map(\.title) == complete && content.notes.map(\.book) == content.books.map(\.id))
    // A picture may arrive twice at its link, where it replaces itself.
    let counts = ["add", "place", "note", "remove"].map { name in content.log.count { $0.hasPrefix("\(name) ") } }
    #expect(counts == [titles.count, titles.count, complete.count, titles.count - complete.count])
    #expect(try app.withLock { $0 }.queuedWrites(rejected: true).count == titles.count - complete.count)
  }

  @Test func anotherProcessContinuesAndASlowResponseChangesNothing() async throws {
    let (gate, reached) = (Gate(), Gate())
    device.server.hold { request in
      guard request.endpoint == Shelf.Endpoints.add else { return }
      reached.open()
      await gate.wait()
    }
    let slow = app.withLock { $0 }
    try await slow.addWithPicture("a")
    let sending = Task { try await slow.send() }
    await reached.wait()
    device.clock.advance(by: .seconds(76))
    device.server.hold { _ in }
    device.server.lose { $0.endpoint == Uploads.Endpoints.upload }
    let other = try device.app()
    try await other.send()
    gate.open()
    try await sending.value
    // The response to the first step is not taken for the response to the third one.
    #expect(try other.queuedWrites().map(\.endpoint) == [Uploads.Endpoints.upload])
    device.server.lose { _ in false }
    try await other.send(ignoringBackoff: true)
    #expect(try other.queuedWrites().isEmpty)
    let log = device.server.content(Device.hong).log
    #expect(log == ["add a", "place a", "upload a", "upload a", "note 1 s/2"])
  }
}
