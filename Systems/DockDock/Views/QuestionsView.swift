#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  public import SwiftUI

  /// What a new reader is asked.
  public struct QuestionsView: View {
    @State private var model: ReportModel
    private let onAnswered: @MainActor () -> Void

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen of the report.
    ///   - onAnswered: called when the answers have arrived.
    public init(_ model: ReportModel, onAnswered: @escaping @MainActor () -> Void) {
      _model = State(initialValue: model)
      self.onAnswered = onAnswered
    }

    /// The view.
    public var body: some View {
      Form {
        Section(localized("좋아하는 분야(하나 이상)", "What you like (one or more)")) {
          ForEach(model.genres) { genre in
            Button(
              genre.name,
              systemImage: model.chosenGenres.contains(genre.id) ? "checkmark.circle.fill" : "circle"
            ) {
              model.toggle(genre.id)
            }
          }
        }
        Section(localized("책을 읽는 까닭", "Why you read")) {
          ForEach(ReadingPurpose.allCases, id: \.self) { purpose in
            Toggle(purpose.title, isOn: $model.purposes[contains: purpose])
          }
        }
        Picker(localized("길이", "Length"), selection: $model.length) {
          open.tag(PreferredLength?.none)
          ForEach(PreferredLength.allCases, id: \.self) { Text(verbatim: $0.title).tag(PreferredLength?.some($0)) }
        }
        Picker(localized("속도", "Pace"), selection: $model.pace) {
          open.tag(ReadingPace?.none)
          ForEach(ReadingPace.allCases, id: \.self) { Text(verbatim: $0.title).tag(ReadingPace?.some($0)) }
        }
        Picker(localized("난이도", "Difficulty"), selection: $model.difficulty) {
          open.tag(PreferredDifficulty?.none)
          ForEach(PreferredDifficulty.allCases, id: \.self) {
            Text(verbatim: $0.title).tag(PreferredDifficulty?.some($0))
          }
        }
        if let notice = model.notice { Text(notice) }
        Button(localized("리포트 만들기", "Make the Report")) {
          Task {
            await model.answer()
            if model.notice == nil { onAnswered() }
          }
        }
        .disabled(!model.canAnswer)
      }
    }

    private var open: Text { Text(verbatim: localized("고르지 않음", "Not chosen")) }
  }

  extension Set {
    /// Whether an element is in the set.
    fileprivate subscript(contains element: Element) -> Bool {
      get { contains(element) }
      set {
        if newValue { insert(element) } else { remove(element) }
      }
    }
  }

  struct QuestionsPreviews: PreviewProvider {
    static var previews: some View {
      QuestionsView(ReportModel(.preview)) {}
    }
  }
#endif
