#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  import DoriFeatures
  import NaruScreens
  import SwiftUI

  /// A person's name, relationship and memo, to be changed.
  struct PersonForm: View {
    @State private var name: String
    @State private var relationship: Relationship
    @State private var memo: String
    private let model: PersonModel
    private let onDone: @MainActor () -> Void

    /// A form about a person of a screen.
    init(_ model: PersonModel, _ person: Person, onDone: @escaping @MainActor () -> Void) {
      self.model = model
      self.onDone = onDone
      _name = State(initialValue: person.name)
      _relationship = State(initialValue: person.relationship)
      _memo = State(initialValue: person.memo ?? "")
    }

    var body: some View {
      Form {
        TextField(localized("이름", "Name"), text: $name)
        Picker(localized("관계", "Relationship"), selection: $relationship) {
          ForEach(Relationship.allCases, id: \.self) { Text($0.title).tag($0) }
        }
        TextField(localized("메모", "Memo"), text: $memo, axis: .vertical)
        Button(localized("저장", "Save")) {
          // The screen shows it at once, and takes it back if the server does not agree.
          onDone()
          Task { await model.update(name: name, relationship: relationship, memo: memo.isEmpty ? nil : memo) }
        }
      }
    }
  }
#endif
