public import DockDock
public import Naru
public import Observation
public import NaruScreens

/// The screen of one book: where it stands on the person's shelf, what readers say of it, and what the person says.
@MainActor
@Observable
public final class BookDetailModel {
  /// Which book it is.
  public let id: Book.ID
  /// The person's rating, 1…5; 0 until one is chosen.
  public var rating = 0
  /// What the person says.
  public var text = ""
  /// Whether others may read it.
  public var isPublic = false
  /// Whether the review is being sent.
  public private(set) var isSending = false

  private struct Content: Sendable {
    var book: Book?
    var entry: ReadingBook?
    var review: Review?
    /// Where the book shall stand, as long as the server has not answered.
    var wantedStatus: ReadingStatus?
    var deletedReview: Review.ID?
  }

  private let books: Books
  private let shelf: ReadingBooks
  private let api: Reviews
  private let state: Loaded<Content>
  private let list: PagedList<Review>

  /// A screen of a book.
  ///
  /// - Parameters:
  ///   - books: where the book is.
  ///   - shelf: where it can stand.
  ///   - reviews: where the reviews are.
  ///   - id: the book.
  ///   - book: what is known of it already.
  ///   - pageSize: how many reviews a page has, 1…100.
  public init(
    _ books: Books,
    shelf: ReadingBooks,
    reviews: Reviews,
    id: Book.ID,
    known book: Book? = nil,
    pageSize: Int = 20
  ) {
    self.books = books
    self.shelf = shelf
    api = reviews
    self.id = id
    state = Loaded(Content(book: book))
    list = PagedList(pageSize: pageSize) { $0.createdAt > $1.createdAt }
  }

  /// The book; `nil` until it is loaded.
  public var book: Book? { state.value.book }
  /// The book on the person's shelf; `nil` where it does not stand there, and for a guest.
  public var entry: ReadingBook? { state.value.entry }
  /// Where the book stands on the person's shelf; `nil` where it does not.
  public var status: ReadingStatus? { state.value.wantedStatus ?? state.value.entry?.status }
  /// What the person wrote; `nil` where they wrote nothing.
  public var review: Review? { state.value.review }
  /// How far the book is.
  public var phase: LoadPhase { state.phase }
  /// What went wrong with something that was tried; the screen is as it was before.
  public var notice: Sentence? { state.notice }

  /// What readers let others read, and what the person wrote, newest first.
  public var reviews: [Review] { list.items.filter { $0.id != state.value.deletedReview } }
  /// How far the reviews are. ``LoadPhase/loaded`` without ``reviews``: nobody wrote one.
  public var reviewsPhase: LoadPhase { list.phase }
  /// Whether there are older reviews.
  public var hasMoreReviews: Bool { list.hasMore }
  /// Why older reviews could not be loaded.
  public var moreError: Sentence? { list.moreError }

  /// Loads the book and its reviews, at first or again. What is shown stays until the answers are there.
  ///
  /// The form gets the person's review, unless something else was written on it.
  public func reload() async {
    async let reviews: Void = reloadReviews()
    let before = review
    await state.reload { [books, shelf, api, id] in
      async let found = shelf.entry(of: id)
      let book = try await books.show(id: id)
      let entry = try await found
      var review: Review?
      if let entry { review = try await api.list(readingBook: entry.id, limit: 1).first }
      return Content(book: book, entry: entry, review: review)
    }
    if isForm(before) { fillForm() }
    await reviews
  }

  /// Loads older reviews, if there are some and none are being loaded.
  public func loadMoreReviews() async {
    await list.loadMore()
  }

  /// Puts the book on the shelf, or moves it there: on the screen at once, and back if the server does not.
  public func move(to status: ReadingStatus) async {
    guard status != self.status else { return }
    await state.change {
      $0.wantedStatus = status
    } sending: { [shelf, id, entry] in
      if let entry = try await shelf.entry(of: id, known: entry) {
        return try await shelf.update(id: entry.id, changes: ReadingBookChanges(status: status))
      }
      return try await shelf.add(book: NewReadingBook(bookID: id, status: status))
    } settling: {
      $0.entry = $1
    }
  }

  /// Whether the review can be sent: the book is on the shelf, a rating is chosen and the text is not too long.
  public var canSend: Bool {
    !isSending && entry != nil && (1...5).contains(rating) && text.count <= 5000 && !isForm(review)
  }

  /// Sends the review, a new one or the changed one, and loads the reviews again. If it can't be sent, what was written stays.
  public func send() async {
    guard canSend, let entry else { return }
    isSending = true
    defer { isSending = false }
    let (rating, text, isPublic) = (rating, text, isPublic)
    let isSent = await state.change { _ in
    } sending: { [api, review] in
      if let review {
        let changes = ReviewChanges(
          rating: rating,
          reviewText: text == review.reviewText ?? "" ? nil : text,
          isPublic: isPublic
        )
        return try await api.update(id: review.id, changes: changes)
      }
      let new = NewReview(
        readingBookID: entry.id,
        rating: rating,
        reviewText: text.isEmpty ? nil : text,
        isPublic: isPublic
      )
      return try await api.add(review: new)
    } settling: {
      $0.review = $1
    }
    if isSent { await reloadReviews() }
  }

  /// Deletes the person's review: from the screen at once, and back onto it if the server does not. What was written stays on
  /// the form.
  public func deleteReview() async {
    guard let review else { return }
    let isDeleted = await state.change {
      $0.review = nil
      $0.deletedReview = review.id
    } sending: { [api] in
      try await unlessGone { try await api.remove(id: review.id) }
    }
    if isDeleted { list.state.settle { $0.remove(review.id) } }
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    state.notice = nil
  }

  private func reloadReviews() async {
    await list.reload { [api, id] number, size in
      ListPage(try await api.ofBook(book: id, page: number, limit: size), number: number, size: size)
    }
  }

  /// Whether the form says what a review says; nothing, where there is none.
  private func isForm(_ review: Review?) -> Bool {
    rating == review?.rating ?? 0 && text == review?.reviewText ?? "" && isPublic == review?.isPublic ?? false
  }

  private func fillForm() {
    rating = review?.rating ?? 0
    text = review?.reviewText ?? ""
    isPublic = review?.isPublic ?? false
  }
}

extension ReadingBooks {
  /// A book's place on the caller's shelf; `nil` where it has none, and for a guest. The shelf can't be asked for one book.
  fileprivate func entry(of book: Book.ID, known entry: ReadingBook? = nil) async throws -> ReadingBook? {
    if let entry { return entry }
    do {
      for try await entry in listPages(limit: 100).elements where entry.bookID == book || entry.book?.isbn13 == book {
        return entry
      }
    } catch let error as APIError where error.code == .unauthorized {}
    return nil
  }
}
