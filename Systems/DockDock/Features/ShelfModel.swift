public import DockDock
import Naru
public import NaruScreens
public import Observation

/// The screen of a user's books: all of them, or the books with one status.
///
/// ```swift
/// List(model.books.items) { EntryRow($0) }
///   .task { await model.reload() }  // at first, and when the app becomes active
/// Button("완독") { Task { await model.update(entry.id, ReadingBookChanges(status: .completed)) } }
/// ```
@MainActor
@Observable
public final class ShelfModel {
  /// The status of the books to show; `nil` for all books.
  public private(set) var status: ReadingStatus?
  /// The books with ``status``, most recently changed first as of the last load.
  public let books: PagedList<ReadingBook>

  private let shelf: ReadingBooks

  /// Creates a screen that is not loaded yet, and begins with a status, or with `nil` for all books. A page has 1…100 books.
  public init(_ shelf: ReadingBooks, status: ReadingStatus? = nil, pageSize: Int = 50) {
    self.shelf = shelf
    self.status = status
    books = PagedList(pageSize: pageSize) { $0.updatedAt > $1.updatedAt }
    setFilter()
  }

  /// Loads the books, for the first time or again. Also call it when the app becomes active. The shown books stay until
  /// the response arrives.
  public func reload() async {
    await books.reload { [shelf, status] number, size in
      ListPage(try await shelf.list(status: status, page: number, limit: size), number: number, size: size)
    }
  }

  /// Shows the books with another status. After quick changes, the last one is shown, whatever the order of the
  /// responses.
  public func show(_ status: ReadingStatus?) async {
    if status != self.status {
      self.status = status
      setFilter()
      books.reset()
    }
    await reload()
  }

  /// Changes the status, page, rating or dates of a book: on the screen at once, and rolled back if the server rejects the change. A book
  /// whose status is no longer ``status`` leaves the screen.
  public func update(_ id: ReadingBook.ID, _ changes: ReadingBookChanges) async {
    await books.content.update {
      guard let index = $0.items.firstIndex(where: { $0.id == id }) else { return }
      $0.items[index].show(changes)
    } send: { [shelf] in
      try await shelf.update(id: id, changes: changes)
    } reconcile: { [self] in
      let index = $0.items.firstIndex { $0.id == id }
      switch (index, status == nil || $1.status == status) {
      case (let index?, true): $0.items[index] = $1
      case (_?, false): $0.remove(id)
      // The user has switched to the book's new status in the meantime.
      case (nil, true): $0.insert($1)
      case (nil, false): break
      }
    }
  }

  /// Removes a book from the shelf, with its records and its review: from the screen at once, and back if the server
  /// rejects the change.
  public func remove(_ id: ReadingBook.ID) async {
    await books.remove(id) { [shelf] in try await shelf.remove(id: id) }
  }

  private func setFilter() {
    books.filter = status.map { status in { $0.status == status } }
  }
}

extension ReadingBook {
  /// Applies changes as the shelf probably will. The dates come from the server.
  mutating func show(_ changes: ReadingBookChanges) {
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
