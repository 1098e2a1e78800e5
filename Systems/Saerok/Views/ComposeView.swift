#if canImport(SwiftUI) && !os(tvOS)
  import Naru
  import Saerok
  public import SaerokFeatures
  import NaruScreens
  public import SwiftUI

  /// The form for a new or an edited post.
  public struct ComposeView: View {
    @State private var model: ComposeModel
    private let onSent: @MainActor () async -> Void

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - model: the screen's model.
    ///   - onSent: called after the post is sent.
    public init(_ model: ComposeModel, onSent: @escaping @MainActor () async -> Void) {
      _model = State(initialValue: model)
      self.onSent = onSent
    }

    /// The form's content.
    public var body: some View {
      Form {
        TextField(String(korean: "새 이야기를 들려 주세요", english: "What did you see?"), text: $model.text, axis: .vertical)
        Text(LocalizedMessage(korean: "\(model.remaining)자 남음", english: "\(model.remaining) characters left"))
          .font(.caption)
          .foregroundStyle(.secondary)
        if let localizedMessage = model.errorMessage { Text(localizedMessage) }
        Button(String(korean: "올리기", english: "Post")) {
          Task {
            await model.send()
            if model.sent != nil { await onSent() }
          }
        }
        .disabled(!model.canSend)
      }
    }
  }

  struct ComposePreviews: PreviewProvider {
    static var previews: some View {
      ComposeView(ComposeModel(.preview)) {}
    }
  }
#endif
