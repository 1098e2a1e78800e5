import Foundation
import HTTPTypes
import Naru
import Squirret
import SquirretBackend
import Storage
import Support
import Testing

/// The audit log, as an operator reads it.
struct OperationsAuditTests {
  @Test
  func eventsAreFilteredAndPaged() async throws {
    let fixture = try await Fixture()
    let (operations, start) = (fixture.operations, fixture.clock.withLock { $0 })
    let pair = try await fixture.signIn()
    fixture.wait(10)
    let other = try await fixture.signIn("김나루", with: .kakao)
    fixture.wait(10)
    _ = try await fixture.refresh(pair)
    func kinds(_ change: (inout AuditFilter) async throws -> Void) async throws -> [AuditEvent.Kind] {
      var filter = AuditFilter()
      try await change(&filter)
      let list = try await operations.audit(filter)
      #expect(list.total == list.elements.count)
      return list.elements.map(\.kind)
    }
    #expect(try await kinds { _ in } == [.refreshed, .signedIn, .accountCreated, .signedIn, .accountCreated])
    #expect(try await kinds { $0.person = try await fixture.id(other) } == [.signedIn, .accountCreated])
    #expect(try await kinds { $0.kinds = [.refreshed, .accountCreated] }.count == 3)
    #expect(try await kinds { $0.since = start + 10 } == [.refreshed, .signedIn, .accountCreated])
    #expect(try await kinds { $0.before = start + 10 } == [.signedIn, .accountCreated])
    let session = try #require(try await fixture.accounts(pair.accessToken).sessions().first).id
    #expect(try await kinds { $0.session = session } == [.refreshed, .signedIn])
    let page = try await operations.audit(page: .init(number: 2, size: 4))
    #expect(page.elements.map(\.kind) == [.accountCreated] && page.total == 5)
  }

  @Test
  func eventsHaveTheDeviceOfTheRequest() async throws {
    let fixture = try await Fixture()
    let browser = TestBrowser(fixture)
    let back = try await browser.signIn(
      "홍길동",
      with: .naver,
      challenge: PKCE.challenge(for: TestBrowser.verifier)
    )
    let code = try back.require("code")
    let body = #"{"code":"\#(code)","codeVerifier":"\#(TestBrowser.verifier)"}"#
    let answer = try await browser.send(.post, Accounts.Endpoints.token.path.description, json: body)
    #expect(answer.status == .ok)
    let events = try await fixture.operations.audit().elements
    #expect(events.map(\.kind) == [.signedIn, .accountCreated])
    #expect(events.allSatisfy { $0.device == "Test 1.0" })
  }

  @Test
  func oldEventsAreDeletedByAnOperator() async throws {
    let fixture = try await Fixture()
    _ = try await fixture.signIn()
    fixture.wait(100)
    _ = try await fixture.signIn("김나루")
    let time = fixture.clock.withLock { $0 }
    #expect(try await fixture.operations.pruneAudit(before: time) == 2)
    #expect(try await fixture.operations.audit().elements.map(\.kind) == [.auditPruned, .signedIn, .accountCreated])
    // Deleting nothing is not an event.
    #expect(try await fixture.operations.pruneAudit(before: time) == 0)
    #expect(try await fixture.operations.audit().total == 3)
  }

  @Test(arguments: [nil, 30])
  func theServerDeletesEventsAfterTheConfiguredTime(days: Int?) async throws {
    let fixture = try await Fixture { if let days { $0.lifetimes.auditDays = days } }
    _ = try await fixture.signIn()
    let seconds = Double(days ?? 180) * 86400
    fixture.wait(seconds - 1)
    _ = try await fixture.signIn("김나루")
    #expect(try await fixture.operations.audit().total == 4)
    fixture.wait(1)
    _ = try await fixture.signIn("이서연")
    #expect(try await fixture.operations.audit().total == 4)
    #expect(fixture.operations.auditDays == days ?? 180)
  }

  @Test(arguments: [0, -1, 3651, Int.max])
  func aRetentionOutOfRangeIsRejected(days: Int) async {
    await #expect(throws: MessageError.self) { try await Fixture { $0.lifetimes.auditDays = days } }
  }
}
