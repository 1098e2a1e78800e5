#if canImport(SwiftUI) && !os(tvOS)
  import Covers
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruOffline
  import NaruScreens
  public import SwiftUI

  /// The shelf by reading status. A tap opens a book's records; a swipe changes its status or removes it.
  public struct ShelfView: View {
    @State private var model: ShelfModel
    @State private var status: ReadingStatus?
    @Environment(OutboxModel.self) private var outbox: OutboxModel?
    private let clients: DockDockClients

    /// Creates a view of a screen. The contracts are for the screens of single books.
    public init(_ model: ShelfModel, clients: DockDockClients) {
      _model = State(initialValue: model)
      _status = State(initialValue: model.status)
      self.clients = clients
    }

    /// The content.
    public var body: some View {
      List {
        Picker(String(korean: "보기", english: "Show"), selection: $status) {
          Text(verbatim: String(korean: "모두", english: "All")).tag(ReadingStatus?.none)
          ForEach(ReadingStatus.allCases, id: \.self) { Text($0.title).tag(ReadingStatus?.some($0)) }
        }
        OutboxSection(outbox)
        PhaseRow(model.books, empty: LocalizedMessage(korean: "아직 책이 없습니다.", english: "No books yet."))
        ForEach(model.books.items) { entry in
          NavigationLink {
            RecordsView(RecordsModel(clients.records, of: entry.id), title: entry.book?.title ?? "")
          } label: {
            EntryRow(
              entry: entry,
              covers: clients.covers,
              isQueued: outbox?.isQueued(entry.id) ?? false
            ) { page in
              Task { await model.update(entry.id, ReadingBookChanges(currentPage: page)) }
            }
          }
          .task { await model.books.itemAppeared(entry) }
          .swipeActions {
            ForEach(ReadingStatus.allCases.filter { $0 != entry.status }, id: \.self) { status in
              Button(status.title.description) {
                Task { await model.update(entry.id, ReadingBookChanges(status: status)) }
              }
            }
            Button(String(korean: "빼기", english: "Remove"), role: .destructive) {
              Task { await model.remove(entry.id) }
            }
          }
        }
        MoreRow(model.books)
      }
      .navigationTitle(String(korean: "서재", english: "Shelf"))
      .loads(on: status) { await model.show(status) }
      .alertMessage(model.books)
    }
  }

  private struct EntryRow: View {
    let entry: ReadingBook
    let covers: CoverCache?
    let isQueued: Bool
    let setPage: @MainActor (Int) -> Void

    var body: some View {
      VStack(alignment: .leading) {
        // A new entry may not have its book before the server has responded.
        if let book = entry.book { BookRow(book: book, covers: covers) } else { Text(verbatim: entry.bookID) }
        HStack {
          Text(entry.status.title)
          QueuedMark(isQueued)
        }
        .font(.caption)
        .foregroundStyle(.secondary)
        if entry.status == .reading {
          let page = entry.currentPage ?? 0
          Stepper(
            String(korean: "\(page)쪽까지 읽음", english: "Page \(page)"),
            onIncrement: { setPage(min(page + 1, entry.book?.pageCount ?? .max)) },
            onDecrement: { setPage(max(page - 1, 0)) }
          )
        }
      }
    }
  }

  struct ShelfPreviews: PreviewProvider {
    static var previews: some View {
      NavigationStack { ShelfView(ShelfModel(.preview), clients: .preview) }
    }
  }
#endif
