public import DockDock
public import Naru
public import Observation
public import NaruScreens

/// The screen with the person's books: all of them, or those to read, being read or read.
///
/// ```swift
/// List(model.entries) { EntryRow($0) }
///   .task { await model.reload() }  // at first, and when the app comes to the front
/// Button("완독") { Task { await model.update(entry.id, ReadingBookChanges(status: .completed)) } }
/// ```
@MainActor
@Observable
public final class ShelfModel {
  /// Which part of the shelf is shown; `nil` for all of it.
  public private(set) var status: ReadingStatus?

  private let shelf: ReadingBooks
  private let list: PagedList<ReadingBook>

  /// A screen that has not loaded yet.
  ///
  /// - Parameters:
  ///   - shelf: where the books stand.
  ///   - status: the part to begin with; `nil` for all of it.
  ///   - pageSize: how many books a page has, 1…100.
  public init(_ shelf: ReadingBooks, status: ReadingStatus? = nil, pageSize: Int = 50) {
    self.shelf = shelf
    self.status = status
    list = PagedList(pageSize: pageSize) { $0.updatedAt > $1.updatedAt }
  }

  /// The books of this part, newest change first as of the last time it was loaded.
  public var entries: [ReadingBook] { list.items.filter(isShown) }
  /// How many books there are in this part; `nil` before the first answer.
  public var total: Int? { list.total }
  /// How far the shelf is. ``LoadPhase/loaded`` without ``entries``: nothing stands here.
  public var phase: LoadPhase { list.phase }
  /// Whether there are more books than those shown.
  public var hasMore: Bool { list.hasMore }
  /// Whether more books are being loaded.
  public var isLoadingMore: Bool { list.isLoadingMore }
  /// Why more books could not be loaded; scrolling on tries again.
  public var moreError: Sentence? { list.moreError }
  /// What went wrong with something that was tried; the shelf is as it was before.
  public var notice: Sentence? { list.state.notice }

  /// Loads the books, at first or again: call it too when the app comes to the front. What is shown stays until the answer is
  /// there.
  public func reload() async {
    await list.reload { [shelf, status] number, size in
      ListPage(try await shelf.list(status: status, page: number, limit: size), number: number, size: size)
    }
  }

  /// Shows another part of the shelf. Who changes quickly sees the last one, in whatever order the answers come.
  public func show(_ status: ReadingStatus?) async {
    if status != self.status {
      self.status = status
      list.reset()
    }
    await reload()
  }

  /// Loads more books, if the one that came onto the screen is one of the last five.
  public func appeared(_ entry: ReadingBook) async {
    if list.isNearEnd(entry) { await loadMore() }
  }

  /// Loads more books, if there are some and none are being loaded.
  public func loadMore() async {
    await list.loadMore(isShown)
  }

  /// Changes where a book stands, its page, its rating or its dates: on the screen at once, and back if the server does not. What
  /// does not belong to this part any more leaves it.
  public func update(_ id: ReadingBook.ID, _ changes: ReadingBookChanges) async {
    await list.state.change {
      guard let index = $0.items.firstIndex(where: { $0.id == id }) else { return }
      $0.items[index].show(changes)
    } sending: { [shelf] in
      try await shelf.update(id: id, changes: changes)
    } settling: { [self] in
      let index = $0.items.firstIndex { $0.id == id }
      switch (index, isShown($1)) {
      case (let index?, true): $0.items[index] = $1
      case (_?, false): $0.remove(id)
      // The person has changed to the part in which it stands now.
      case (nil, true): $0.insert($1)
      case (nil, false): break
      }
    }
  }

  /// Takes a book off the shelf, with its records and its review: off the screen at once, and back onto it if the server does
  /// not.
  public func remove(_ id: ReadingBook.ID) async {
    await list.state.change {
      $0.remove(id)
    } sending: { [shelf] in
      try await unlessGone { try await shelf.remove(id: id) }
    }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    list.state.notice = nil
  }

  private func isShown(_ entry: ReadingBook) -> Bool {
    status == nil || entry.status == status
  }
}

extension ReadingBook {
  /// Shows a change as the shelf is likely to make it. Its dates are the server's to tell.
  fileprivate mutating func show(_ changes: ReadingBookChanges) {
    if let status = changes.status, status != self.status {
      self.status = status
      if status == .completed { currentPage = book?.pageCount ?? currentPage }
    }
    currentPage = changes.currentPage ?? currentPage
    rating = changes.rating ?? rating
    startDate = changes.startDate ?? startDate
    endDate = changes.endDate ?? endDate
  }
}
