#if canImport(SwiftUI) && !os(tvOS)
  public import Dori
  public import DoriFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// The people of the ledger with their balances. A tap opens one, the plus adds a gift.
  public struct PeopleView: View {
    @State private var model: PeopleModel
    @State private var text = ""
    @State private var isAdding = false
    private let ledger: Ledger

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - ledger: where single people come from and new gifts go.
    public init(_ model: PeopleModel, ledger: Ledger) {
      _model = State(initialValue: model)
      self.ledger = ledger
    }

    /// The view.
    public var body: some View {
      List {
        BalanceRow(given: model.given, received: model.received)
        PhaseRow(
          model.phase,
          isEmpty: model.people.isEmpty,
          empty: model.query.isEmpty
            ? Sentence(korean: "아직 아무도 없습니다.", english: "Nobody is here yet.")
            : Sentence(korean: "찾는 사람이 없습니다.", english: "Nobody was found.")
        ) {
          await model.reload()
        }
        ForEach(model.people) { person in
          NavigationLink {
            PersonView(PersonModel(ledger, id: person.id, known: person))
          } label: {
            HStack {
              Text(verbatim: person.name)
              Text(person.relationship.title).font(.caption).foregroundStyle(.secondary)
              Spacer()
              Text(verbatim: won(person.balance))
            }
          }
          .swipeActions {
            Button(localized("지우기", "Remove"), role: .destructive) { Task { await model.remove(person.id) } }
          }
        }
      }
      .navigationTitle(localized("사람들", "People"))
      .searchable(text: $text, prompt: localized("이름이나 초성", "Name or initial consonants"))
      .toolbar {
        Button(localized("추가", "Add"), systemImage: "plus") { isAdding = true }
      }
      .sheet(isPresented: $isAdding) {
        AddGiftView(AddGiftModel(ledger)) {
          isAdding = false
          await model.reload()
        }
      }
      .loads(on: text) { await model.search(text) }
      .notice(model.notice) { model.dismissNotice() }
    }
  }

  /// What was given and received, and the difference.
  struct BalanceRow: View {
    let given: Int
    let received: Int

    var body: some View {
      VStack(alignment: .leading) {
        Text(Sentence(korean: "준 것 \(won(given))", english: "Given \(won(given))"))
        Text(Sentence(korean: "받은 것 \(won(received))", english: "Received \(won(received))"))
        Text(Sentence(korean: "차이 \(won(received - given))", english: "Balance \(won(received - given))")).font(
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
