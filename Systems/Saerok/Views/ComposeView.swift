#if canImport(SwiftUI) && !os(tvOS)
  import Foundation
  import Naru
  import PhotosUI
  import Saerok
  public import SaerokFeatures
  import NaruScreens
  public import SwiftUI

  /// The form for a new or an edited post.
  public struct ComposeView: View {
    @State private var model: ComposeModel
    @State private var item: PhotosPickerItem?
    private let onSent: @MainActor () async -> Void

    /// Creates a form. The closure runs after the post is sent.
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
        pictureRow
        if let localizedMessage = model.errorMessage { Text(localizedMessage) }
        Button(String(korean: "올리기", english: "Post")) {
          Task {
            await model.send()
            if model.sent != nil { await onSent() }
          }
        }
        .disabled(!model.canSend)
      }
      .task(id: item) {
        guard let item else { return model.removePicture() }
        await model.choosePicture { try await item.loadTransferable(type: Data.self) }
      }
    }

    @ViewBuilder private var pictureRow: some View {
      // Photos in another format, such as HEIC, arrive as JPEG.
      PhotosPicker(
        String(korean: "사진 고르기", english: "Choose a Picture"),
        selection: $item,
        matching: .images,
        preferredItemEncoding: .compatible
      )
      .disabled(model.isSending)
      if model.isLoadingPicture { ProgressView() }
      if let picture = model.picture {
        HStack {
          Label(String(korean: "사진", english: "Picture"), systemImage: "photo")
          Text(Int64(picture.length ?? 0), format: .byteCount(style: .file))
          Spacer()
          Button(String(korean: "사진 삭제", english: "Remove Picture"), systemImage: "xmark.circle") { item = nil }
            .buttonStyle(.borderless)
            .disabled(model.isSending)
        }
        Text(
          LocalizedMessage(
            korean: "사진에 들어 있는 정보(예: 찍은 장소)도 함께 올라갑니다.",
            english: "Information in the picture is posted with it, such as the place where it was taken."
          )
        )
        .font(.caption)
        .foregroundStyle(.secondary)
      }
    }
  }

  struct ComposePreviews: PreviewProvider {
    static var previews: some View {
      ComposeView(ComposeModel(.preview, pictures: .preview)) {}
    }
  }
#endif
