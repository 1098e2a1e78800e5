#if canImport(SwiftUI) && !os(tvOS)
  public import Dori
  public import DoriFeatures
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The people of the ledger with their balances. A tap opens a person, and the plus button adds a gift.
  public struct PeopleView: View {
    @State private var model: PeopleModel
    @State private var text = ""
    @State private var isAdding = false
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    private let ledger: Ledger

    /// Creates a view of a model, with the ledger for the screens of a person and of a new gift.
    public init(_ model: PeopleModel, ledger: Ledger) {
      _model = State(initialValue: model)
      self.ledger = ledger
    }

    /// The view's content.
    public var body: some View {
      List {
        BalanceRow(given: model.given, received: model.received)
        OutboxSection(outbox)
        PhaseRow(
          model.people,
          empty: model.query.isEmpty
            ? LocalizedMessage(korean: "아직 등록한 사람이 없습니다.", english: "There are no people yet.")
            : LocalizedMessage(korean: "일치하는 사람이 없습니다.", english: "No people found.")
        ) {
          await model.reload()
        }
        ForEach(model.people.value) { person in
          NavigationLink {
            PersonView(PersonModel(ledger, id: person.id, known: person))
          } label: {
            HStack {
              Text(verbatim: person.name)
              Text(person.relationship.title).font(.caption).foregroundStyle(.secondary)
              QueuedMark(outbox?.isQueued(person.id.rawValue) ?? false)
              Spacer()
              Text(verbatim: won(person.balance))
            }
          }
          .swipeActions {
            Button(String(korean: "삭제", english: "Remove"), role: .destructive) {
              Task { await model.remove(person.id) }
            }
          }
        }
      }
      .navigationTitle(String(korean: "사람들", english: "People"))
      .searchable(text: $text, prompt: String(korean: "이름이나 초성", english: "Name or initial consonants"))
      .toolbar {
        Button(String(korean: "추가", english: "Add"), systemImage: "plus") { isAdding = true }
      }
      .sheet(isPresented: $isAdding) {
        AddGiftView(AddGiftModel(ledger)) {
          isAdding = false
          await model.reload()
        }
      }
      .loads(on: text) { await model.search(text) }
      .alertMessage(model.people)
    }
  }

  /// The totals given and received, and the balance.
  struct BalanceRow: View {
    let given: Int
    let received: Int

    var body: some View {
      VStack(alignment: .leading) {
        Text(LocalizedMessage(korean: "준 것 \(won(given))", english: "Given \(won(given))"))
        Text(LocalizedMessage(korean: "받은 것 \(won(received))", english: "Received \(won(received))"))
        Text(LocalizedMessage(korean: "차이 \(won(received - given))", english: "Balance \(won(received - given))")).font(
          .headline
        )
      }
    }
  }

  struct PeoplePreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { PeopleView(PeopleModel(.preview), ledger: .preview) }
    }
  }
#endif
