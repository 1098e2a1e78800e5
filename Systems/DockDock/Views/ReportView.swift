#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// The kind of reader that one is, or the questions that come first.
  public struct ReportView: View {
    @State private var model: ReportModel
    @State private var isAnswering = false

    /// A view of a screen.
    public init(_ model: ReportModel) {
      _model = State(initialValue: model)
    }

    /// The view.
    public var body: some View {
      List {
        PhaseRow(
          model.phase,
          isEmpty: model.report == nil,
          empty: Sentence(korean: "아직 리포트가 없습니다.", english: "There is no report yet.")
        ) {
          await model.reload()
        }
        if let report = model.report { ReportSections(report: report) }
        if model.isMaking {
          ProgressView(localized("만드는 중", "Making the report"))
        } else if model.phase == .loaded {
          if model.isAnswered {
            Button(localized("다시 만들기", "Make Anew")) { Task { await model.make() } }
          }
          Button(localized("질문에 답하기", "Answer the Questions")) { isAnswering = true }
        }
      }
      .navigationTitle(localized("독서 리포트", "Reading Report"))
      .sheet(isPresented: $isAnswering) {
        QuestionsView(model) { isAnswering = false }
      }
      .loads { await model.reload() }
      .notice(isAnswering ? nil : model.notice) { model.dismissNotice() }
    }
  }

  private struct ReportSections: View {
    let report: ReadingReport

    var body: some View {
      Section(report.persona.title) {
        Text(verbatim: report.persona.subtitle).font(.headline)
        Text(verbatim: report.persona.description)
      }
      Section(localized("성향", "Traits")) {
        trait(localized("개방성", "Openness"), report.bigFive.openness)
        trait(localized("성실성", "Conscientiousness"), report.bigFive.conscientiousness)
        trait(localized("외향성", "Extraversion"), report.bigFive.extraversion)
        trait(localized("친화성", "Agreeableness"), report.bigFive.agreeableness)
        trait(localized("정서 안정성", "Emotional Stability"), report.bigFive.emotionalStability)
      }
      Section(localized("추천하는 책", "Recommended")) {
        ForEach(report.recommendedBooks, id: \.book.id) { recommended in
          BookRow(book: recommended.book)
          Text(verbatim: recommended.reason).font(.caption)
        }
      }
    }

    private func trait(_ name: String, _ value: Int) -> some View {
      let title = "\(name) \(value)"
      return ProgressView(title, value: Double(value), total: 100)
    }
  }

  struct ReportPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { ReportView(ReportModel(.preview)) }
    }
  }
#endif
