#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Foundation
  import Naru
  import NaruScreens
  public import SwiftUI

  /// The form for a new gift. It asks for a new person unless the model has one.
  public struct AddGiftView: View {
    @State private var model: AddGiftModel
    @State private var name = ""
    @State private var relationship = Relationship.friend
    private let asksForPerson: Bool
    private let onSaved: @MainActor () async -> Void

    /// Creates a form. The closure runs after the gift is saved.
    public init(_ model: AddGiftModel, onSaved: @escaping @MainActor () async -> Void) {
      _model = State(initialValue: model)
      asksForPerson = model.recipient == nil
      self.onSaved = onSaved
    }

    /// The form's content.
    public var body: some View {
      Form {
        if asksForPerson {
          TextField(String(korean: "이름", english: "Name"), text: $name)
            .onChange(of: name) { _, _ in setRecipient() }
          Picker(String(korean: "관계", english: "Relationship"), selection: $relationship) {
            ForEach(Relationship.allCases, id: \.self) { Text($0.title).tag($0) }
          }
          .onChange(of: relationship) { _, _ in setRecipient() }
        }
        Picker(String(korean: "방향", english: "Direction"), selection: $model.direction) {
          ForEach(Gift.Direction.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        Picker(String(korean: "행사", english: "Event"), selection: $model.event) {
          ForEach(Gift.Event.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        TextField(String(korean: "금액", english: "Amount"), text: $model.amountText)
        HStack {
          ForEach([10_000, 50_000, 100_000], id: \.self) { amount in
            Button("+\(won(amount))") { model.addAmount(amount) }
          }
        }
        // Otherwise a tap on the row would press all buttons.
        .buttonStyle(.borderless)
        DatePicker(String(korean: "날짜", english: "Date"), selection: $model.date, displayedComponents: .date)
        Toggle(String(korean: "참석", english: "Attended"), isOn: $model.attended)
        TextField(String(korean: "메모", english: "Memo"), text: $model.memo, axis: .vertical)
        if let localizedMessage = model.errorMessage { Text(localizedMessage) }
        Button(String(korean: "저장", english: "Save")) {
          Task {
            await model.save()
            if model.saved != nil { await onSaved() }
          }
        }
        .disabled(!model.canSave)
      }
      .navigationTitle(String(korean: "추가", english: "Add"))
    }

    private func setRecipient() {
      model.recipient = .new(name: name, relationship)
    }
  }

  struct AddGiftPreviews: PreviewProvider {
    static var previews: some View {
      AddGiftView(AddGiftModel(.preview)) {}
    }
  }
#endif
