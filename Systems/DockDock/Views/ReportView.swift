#if canImport(SwiftUI) && !os(tvOS)
  public import Covers
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  public import SwiftUI

  /// The reading report, or the way to the questions before the first one.
  public struct ReportView: View {
    @State private var model: ReportModel
    @State private var isAnswering = false
    private let covers: CoverCache?

    /// Creates a view of a screen, with the pictures that the device keeps.
    public init(_ model: ReportModel, covers: CoverCache? = nil) {
      _model = State(initialValue: model)
      self.covers = covers
    }

    /// The content.
    public var body: some View {
      List {
        PhaseRow(
          model.phase,
          isEmpty: model.report == nil,
          empty: LocalizedMessage(korean: "아직 리포트가 없습니다.", english: "No report yet.")
        ) {
          await model.reload()
        }
        if let report = model.report { ReportSections(report: report, covers: covers) }
        if model.isMaking {
          ProgressView(String(korean: "만드는 중", english: "Making the report"))
        } else if model.phase == .loaded {
          if model.isAnswered {
            Button(String(korean: "다시 만들기", english: "Make a New Report")) { Task { await model.make() } }
          }
          Button(String(korean: "질문에 답하기", english: "Answer the Questions")) { isAnswering = true }
        }
      }
      .navigationTitle(String(korean: "독서 리포트", english: "Reading Report"))
      .sheet(isPresented: $isAnswering) {
        QuestionsView(model) { isAnswering = false }
      }
      .loads { await model.reload() }
      .alertMessage(isAnswering ? nil : model.alertMessage) { model.dismissNotice() }
    }
  }

  private struct ReportSections: View {
    let report: ReadingReport
    let covers: CoverCache?

    var body: some View {
      Section(report.persona.title) {
        Text(verbatim: report.persona.subtitle).font(.headline)
        Text(verbatim: report.persona.description)
      }
      Section(String(korean: "성향", english: "Traits")) {
        ForEach(report.bigFive.traits, id: \.name) { trait in
          let title = "\(trait.name) \(trait.value)"
          ProgressView(title, value: Double(trait.value), total: 100)
        }
      }
      Section(String(korean: "추천하는 책", english: "Recommended")) {
        ForEach(report.recommendedBooks, id: \.book.id) { recommended in
          BookRow(book: recommended.book, covers: covers)
          Text(verbatim: recommended.reason).font(.caption)
        }
      }
    }
  }

  struct ReportPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { ReportView(ReportModel(.preview)) }
    }
  }
#endif
