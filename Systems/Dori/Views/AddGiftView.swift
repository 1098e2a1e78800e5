#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Foundation
  import Naru
  import NaruScreens
  public import SwiftUI

  /// A gift that is added, to or from somebody new unless the screen knows the person.
  public struct AddGiftView: View {
    @State private var model: AddGiftModel
    @State private var name = ""
    @State private var relationship = Relationship.friend
    private let asksForPerson: Bool
    private let onSaved: @MainActor () async -> Void

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - onSaved: called when the gift is saved.
    public init(_ model: AddGiftModel, onSaved: @escaping @MainActor () async -> Void) {
      _model = State(initialValue: model)
      asksForPerson = model.recipient == nil
      self.onSaved = onSaved
    }

    /// The view.
    public var body: some View {
      Form {
        if asksForPerson {
          TextField(localized("이름", "Name"), text: $name)
            .onChange(of: name) { _, _ in setRecipient() }
          Picker(localized("관계", "Relationship"), selection: $relationship) {
            ForEach(Relationship.allCases, id: \.self) { Text($0.title).tag($0) }
          }
          .onChange(of: relationship) { _, _ in setRecipient() }
        }
        Picker(localized("방향", "Direction"), selection: $model.direction) {
          ForEach(Gift.Direction.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        Picker(localized("행사", "Event"), selection: $model.event) {
          ForEach(Gift.Event.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        TextField(localized("금액", "Amount"), text: $model.amountText)
        HStack {
          ForEach([10_000, 50_000, 100_000], id: \.self) { amount in
            Button("+\(won(amount))") { model.addAmount(amount) }
          }
        }
        // Or a tap on the row would be one on all.
        .buttonStyle(.borderless)
        DatePicker(localized("날짜", "Date"), selection: $model.date, displayedComponents: .date)
        Toggle(localized("참석", "Attended"), isOn: $model.attended)
        TextField(localized("메모", "Memo"), text: $model.memo, axis: .vertical)
        if let sentence = model.errorSentence { Text(sentence) }
        Button(localized("저장", "Save")) {
          Task {
            await model.save()
            if model.saved != nil { await onSaved() }
          }
        }
        .disabled(!model.canSave)
      }
      .navigationTitle(localized("추가", "Add"))
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
