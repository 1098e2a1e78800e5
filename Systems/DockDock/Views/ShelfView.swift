#if canImport(SwiftUI) && !os(tvOS)
  import DockDock
  public import DockDockFeatures
  import Naru
  import NaruScreens
  import NaruScreens
  public import SwiftUI

  /// The shelf by where its books stand. A tap opens the book's records; a swipe moves or removes it.
  public struct ShelfView: View {
    @State private var model: ShelfModel
    @State private var status: ReadingStatus?
    private let clients: DockDockClients

    /// A view of a screen.
    ///
    /// - Parameters:
    ///   - model: the screen.
    ///   - clients: what the screens of single books need.
    public init(_ model: ShelfModel, clients: DockDockClients) {
      _model = State(initialValue: model)
      _status = State(initialValue: model.status)
      self.clients = clients
    }

    /// The view.
    public var body: some View {
      List {
        Picker(localized("보기", "Show"), selection: $status) {
          Text(verbatim: localized("모두", "All")).tag(ReadingStatus?.none)
          ForEach(ReadingStatus.allCases, id: \.self) { Text(verbatim: $0.title).tag(ReadingStatus?.some($0)) }
        }
        PhaseRow(
          model.phase,
          isEmpty: model.entries.isEmpty,
          empty: Sentence(korean: "아직 책이 없습니다.", english: "There are no books yet.")
        ) {
          await model.reload()
        }
        ForEach(model.entries) { entry in
          NavigationLink {
            RecordsView(RecordsModel(clients.records, of: entry.id), title: entry.book?.title ?? "")
          } label: {
            EntryRow(entry: entry) { page in
              Task { await model.update(entry.id, ReadingBookChanges(currentPage: page)) }
            }
          }
          .task { await model.appeared(entry) }
          .swipeActions {
            ForEach(ReadingStatus.allCases.filter { $0 != entry.status }, id: \.self) { status in
              Button(status.title) { Task { await model.update(entry.id, ReadingBookChanges(status: status)) } }
            }
            Button(localized("빼기", "Remove"), role: .destructive) { Task { await model.remove(entry.id) } }
          }
        }
        MoreRow(isLoading: model.isLoadingMore, error: model.moreError) { await model.loadMore() }
      }
      .navigationTitle(localized("서재", "Shelf"))
      .loads(on: status) { await model.show(status) }
      .notice(model.notice) { model.dismissNotice() }
    }
  }

  private struct EntryRow: View {
    let entry: ReadingBook
    let setPage: @MainActor (Int) -> Void

    var body: some View {
      VStack(alignment: .leading) {
        if let book = entry.book { BookRow(book: book) }
        Text(verbatim: entry.status.title).font(.caption).foregroundStyle(.secondary)
        if entry.status == .reading {
          let page = entry.currentPage ?? 0
          Stepper(
            localized("\(page)쪽까지 읽음", "Page \(page)"),
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
