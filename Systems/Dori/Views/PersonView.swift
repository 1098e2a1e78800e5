#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// One person: what was given and received.
  public struct PersonView: View {
    @State private var model: PersonModel
    @State private var isEditing = false
    @Environment(\.dismiss) private var dismiss

    /// A view of a screen.
    public init(_ model: PersonModel) {
      _model = State(initialValue: model)
    }

    /// The view.
    public var body: some View {
      List {
        PhaseRow(
          model.phase,
          isEmpty: model.person?.gifts.isEmpty ?? true,
          empty: Sentence(korean: "주고받은 것이 없습니다.", english: "Nothing was given or received.")
        ) {
          await model.reload()
        }
        if let person = model.person {
          if let memo = person.memo { Text(verbatim: memo) }
          BalanceRow(given: person.given, received: person.received)
          ForEach(person.gifts) { gift in
            GiftRow(gift: gift)
              .swipeActions {
                Button(localized("지우기", "Remove"), role: .destructive) { Task { await model.remove(gift.id) } }
              }
          }
        }
      }
      .navigationTitle(model.person?.name ?? "")
      .toolbar {
        Button(localized("고치기", "Edit"), systemImage: "pencil") { isEditing = true }
        Button(localized("사람 지우기", "Remove Person"), systemImage: "trash") { Task { await model.removePerson() } }
      }
      .sheet(isPresented: $isEditing) {
        if let person = model.person {
          PersonForm(model, person) { isEditing = false }
        }
      }
      .loads { await model.reload() }
      .notice(model.notice) { model.dismissNotice() }
      .onChange(of: model.isRemoved) { _, isRemoved in
        if isRemoved { dismiss() }
      }
    }
  }

  struct PersonPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { PersonView(PersonModel(.preview, id: Person.samples[0].id)) }
    }
  }
#endif
