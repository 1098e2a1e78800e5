#if canImport(SwiftUI) && !os(tvOS)
  import Dori
  public import DoriFeatures
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// One person with the gifts to and from them.
  public struct PersonView: View {
    @State private var model: PersonModel
    @State private var isEditing = false
    @Environment(\.dismiss) private var dismiss
    @Environment(OutboxModel.self) private var outbox: OutboxModel?

    /// Creates a view of a model.
    public init(_ model: PersonModel) {
      _model = State(initialValue: model)
    }

    /// The view's content.
    public var body: some View {
      List {
        PhaseRow(
          model.person.phase,
          isEmpty: model.person.value?.gifts.isEmpty ?? true,
          empty: LocalizedMessage(korean: "주고받은 것이 없습니다.", english: "There are no gifts yet."),
          cachedAt: model.person.cachedAt
        ) {
          await model.reload()
        }
        if let person = model.person.value {
          if let memo = person.memo { Text(verbatim: memo) }
          BalanceRow(given: person.given, received: person.received)
          ForEach(person.gifts) { gift in
            HStack {
              GiftRow(gift: gift)
              QueuedMark(outbox?.isQueued(gift.id.rawValue) ?? false)
            }
            .swipeActions {
              Button(String(korean: "삭제", english: "Remove"), role: .destructive) {
                Task { await model.remove(gift.id) }
              }
            }
          }
        }
      }
      .navigationTitle(model.person.value?.name ?? "")
      .toolbar {
        Button(String(korean: "고치기", english: "Edit"), systemImage: "pencil") { isEditing = true }
        Button(String(korean: "사람 삭제", english: "Remove Person"), systemImage: "trash") {
          Task { await model.removePerson() }
        }
      }
      .sheet(isPresented: $isEditing) {
        if let person = model.person.value {
          PersonForm(model, person) { isEditing = false }
        }
      }
      .loads { await model.reload() }
      .alertMessage(model.person)
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
