#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  import DoriFeatures
  import NaruScreens
  import SwiftUI

  /// The form for a person's name, relationship and memo.
  struct PersonForm: View {
    @State private var name: String
    @State private var relationship: Relationship
    @State private var memo: String
    private let model: PersonModel
    private let onDone: @MainActor () -> Void

    init(_ model: PersonModel, _ person: Person, onDone: @escaping @MainActor () -> Void) {
      self.model = model
      self.onDone = onDone
      _name = State(initialValue: person.name)
      _relationship = State(initialValue: person.relationship)
      _memo = State(initialValue: person.memo ?? "")
    }

    var body: some View {
      Form {
        TextField(String(korean: "이름", english: "Name"), text: $name)
        Picker(String(korean: "관계", english: "Relationship"), selection: $relationship) {
          ForEach(Relationship.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        TextField(String(korean: "메모", english: "Memo"), text: $memo, axis: .vertical)
        Button(String(korean: "저장", english: "Save")) {
          // The model shows the change at once, and reverts it if the server rejects it.
          onDone()
          Task { await model.update(name: name, relationship: relationship, memo: memo.isEmpty ? nil : memo) }
        }
      }
    }
  }
#endif
