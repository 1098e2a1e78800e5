#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  public import SwiftUI

  /// The questions for a new reader.
  public struct QuestionsView: View {
    @State private var model: ReportModel
    private let onAnswered: @MainActor () -> Void

    /// Creates the view. The closure runs after the answers were sent.
    public init(_ model: ReportModel, onAnswered: @escaping @MainActor () -> Void) {
      _model = State(initialValue: model)
      self.onAnswered = onAnswered
    }

    /// The content.
    public var body: some View {
      Form {
        Section(String(korean: "좋아하는 분야(하나 이상)", english: "Favorite Genres (one or more)")) {
          ForEach(model.genres) { genre in
            Button(
              genre.name,
              systemImage: model.chosenGenres.contains(genre.id) ? "checkmark.circle.fill" : "circle"
            ) {
              model.toggle(genre.id)
            }
          }
        }
        Section(String(korean: "책을 읽는 이유", english: "Why you read")) {
          ForEach(ReadingPurpose.allCases, id: \.self) { purpose in
            Toggle(purpose.title.description, isOn: $model.purposes[contains: purpose])
          }
        }
        Picker(String(korean: "길이", english: "Length"), selection: $model.length) {
          open.tag(PreferredLength?.none)
          ForEach(PreferredLength.allCases, id: \.self) { Text($0.title).tag(PreferredLength?.some($0)) }
        }
        Picker(String(korean: "속도", english: "Pace"), selection: $model.pace) {
          open.tag(ReadingPace?.none)
          ForEach(ReadingPace.allCases, id: \.self) { Text($0.title).tag(ReadingPace?.some($0)) }
        }
        Picker(String(korean: "난이도", english: "Difficulty"), selection: $model.difficulty) {
          open.tag(PreferredDifficulty?.none)
          ForEach(PreferredDifficulty.allCases, id: \.self) {
            Text($0.title).tag(PreferredDifficulty?.some($0))
          }
        }
        if let alertMessage = model.alertMessage { Text(alertMessage) }
        Button(String(korean: "리포트 만들기", english: "Make the Report")) {
          Task {
            await model.answer()
            if model.alertMessage == nil { onAnswered() }
          }
        }
        .disabled(!model.canAnswer)
      }
    }

    private var open: Text { Text(verbatim: String(korean: "선택 안 함", english: "Not chosen")) }
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
