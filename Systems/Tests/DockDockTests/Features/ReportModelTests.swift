import DockDock
import DockDockFeatures
import Naru
import NaruScreens
import Support
import SystemTesting
import Testing

@MainActor
struct ReportModelTests {
  private let test: TestShelf
  private let api: Onboarding

  init() async throws {
    test = try TestShelf()
    api = .live(test.client("hong"))
  }

  @Test func theQuestionsLeadToAReportThatIsThereNextTime() async throws {
    let model = ReportModel(api)
    await model.reload()
    #expect(model.phase == .loaded && model.report == nil && model.genres.count == 12 && !model.isAnswered)
    #expect(!model.canAnswer)
    model.toggle("poetry")
    model.toggle("novel")
    model.toggle("poetry")
    model.toggle("history")
    #expect(model.chosenGenres == ["novel", "history"] && model.canAnswer)
    model.purposes = [.fun, .growth]
    (model.length, model.pace, model.difficulty) = (.long, .slow, .challenging)
    await model.answer(selecting: ["9788937460449"])
    let report = try #require(model.report)
    #expect(model.isAnswered && model.alertMessage == nil && !model.isMaking)
    // Systems/docs/dockdock.md: 50, novel +4, history +2, challenging +4.
    #expect(report.bigFive.openness == 60)
    let shelf = try await ReadingBooks.live(test.client("hong")).list()
    #expect(shelf.map { $0.book?.isbn13 } == ["9788937460449"])
    let again = ReportModel(api)
    await again.reload()
    #expect(again.report == report && again.phase == .loaded && again.genres.count == 12)
    test.wait(60)
    await again.make()
    #expect(again.report?.createdAt == test.now && again.report?.bigFive == report.bigFive)
  }

  @Test func offlineAndRejectedDifferFromEmptyAndKeepTheReport() async throws {
    var failing = api
    failing.report = fails(offline)
    let model = ReportModel(failing)
    await model.reload()
    #expect(model.phase == .offline(offline.localizedMessage) && model.report == nil && model.genres.isEmpty)
    let guest = ReportModel(.live(test.client()))
    await guest.reload()
    #expect(guest.phase.localizedMessage?.korean.contains("로그인") == true)
    let shown = ReportModel(api)
    shown.toggle("novel")
    await shown.answer()
    let report = try #require(shown.report)
    await shown.reload()
    #expect(shown.report == report)
  }

  @Test func aFailedReportIsRetriedWithoutAskingForAnswersAgain() async throws {
    let gate = Gate()
    let calls = Locked(0)
    var failing = api
    let make = failing.makeReport
    failing.makeReport = {
      let isFirst = calls.withLock { calls in
        calls += 1
        return calls == 1
      }
      await gate.wait()
      if isFirst { throw offline }
      return try await make()
    }
    let model = ReportModel(failing)
    await model.reload()
    gate.open()
    model.toggle("novel")
    await model.answer()
    #expect(
      model.report == nil && model.isAnswered && model.alertMessage == offline.localizedMessage && model.canAnswer
    )
    async let one: Void = model.make()
    async let other: Void = model.make()
    _ = await (one, other)
    #expect(model.report != nil && model.alertMessage == nil && calls.withLock { $0 } == 2)
    let fresh = ReportModel(.live(test.client("kim")))
    await fresh.make()
    #expect(fresh.report == nil && fresh.alertMessage != nil)
    fresh.toggle("no-such-genre")
    await fresh.answer()
    #expect(!fresh.isAnswered && fresh.alertMessage != nil && fresh.chosenGenres == ["no-such-genre"])
  }
}
