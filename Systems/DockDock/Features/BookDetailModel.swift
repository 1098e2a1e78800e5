public import DockDock
public import Naru
public import NaruScreens
public import Observation

/// The screen of one book: its place on the user's shelf, its reviews, and the user's own review.
@MainActor
@Observable
public final class BookDetailModel {
  /// The book's id.
  public let id: Book.ID
  /// The rating on the form, 1…5; 0 until one is chosen.
  public var rating = 0
  /// The form's text field.
  public var text = ""
  /// Whether the review on the form is public.
  public var isPublic = false
  /// Whether the review is being sent.
  public private(set) var isSending = false
  /// The public reviews of the book and the user's own review, newest first.
  public let reviews: PagedList<Review>

  private struct Content: Sendable {
    var book: Book?
    var entry: ReadingBook?
    var review: Review?
    /// The new status, until the server has responded.
    var wantedStatus: ReadingStatus?
    var deletedReview: Review.ID?
  }

  private let books: Books
  private let shelf: ReadingBooks
  private let api: Reviews
  private let state: Loaded<Content>

  /// Creates a screen that is not loaded yet, with the book if it is known already. A page has 1…100 reviews.
  public init(
    _ books: Books,
    shelf: ReadingBooks,
    reviews api: Reviews,
    id: Book.ID,
    known book: Book? = nil,
    pageSize: Int = 20
  ) {
    self.books = books
    self.shelf = shelf
    self.api = api
    self.id = id
    let state = Loaded(Content(book: book))
    self.state = state
    reviews = PagedList(pageSize: pageSize, isBefore: { $0.createdAt > $1.createdAt }) { number, size in
      ListPage(try await api.ofBook(book: id, page: number, limit: size), number: number, size: size)
    }
    reviews.filter = { $0.id != state.value.deletedReview }
  }

  /// The book; `nil` until it is loaded.
  public var book: Book? { state.value.book }
  /// The book's entry on the user's shelf; `nil` if there is none, and for a guest.
  public var entry: ReadingBook? { state.value.entry }
  /// The book's status on the user's shelf; `nil` if it is not on the shelf.
  public var status: ReadingStatus? { state.value.wantedStatus ?? state.value.entry?.status }
  /// The user's review; `nil` if there is none.
  public var review: Review? { state.value.review }
  /// The state of the most recent load of the book.
  public var phase: LoadPhase { state.phase }
  /// Why the last change failed; the screen is as it was before.
  public var alertMessage: LocalizedMessage? { state.alertMessage }

  /// Loads the book and its reviews, for the first time or again. The shown content stays until the responses arrive.
  ///
  /// The form shows the user's review, unless the user has changed the form.
  public func reload() async {
    async let other: Void = reviews.reload()
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
    await other
  }

  /// Adds the book to the shelf or changes its status there: on the screen at once, and rolled back if the server rejects the change.
  public func move(to status: ReadingStatus) async {
    guard status != self.status else { return }
    await state.update {
      $0.wantedStatus = status
    } send: { [shelf, id, entry] in
      if let entry = try await shelf.entry(of: id, known: entry) {
        return try await shelf.update(id: entry.id, changes: ReadingBookChanges(status: status))
      }
      return try await shelf.add(book: NewReadingBook(bookID: id, status: status))
    } reconcile: {
      $0.entry = $1
    }
  }

  /// Whether the form can be sent: the book is on the shelf, a rating is chosen and the content is not too long.
  public var canSend: Bool {
    !isSending && entry != nil && (1...5).contains(rating) && text.count <= 5000 && !isForm(review)
  }

  /// Sends the form as a new review or as changes to the existing one, and reloads the reviews. If sending fails, the
  /// form stays.
  public func send() async {
    guard canSend, let entry else { return }
    isSending = true
    defer { isSending = false }
    let (rating, text, isPublic) = (rating, text, isPublic)
    let isSent = await state.update { _ in
    } send: { [api, review] in
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
    } reconcile: {
      $0.review = $1
    }
    if isSent { await reviews.reload() }
  }

  /// Deletes the user's review: from the screen at once, and rolled back if the server rejects the change. The form stays.
  public func deleteReview() async {
    guard let review else { return }
    let isDeleted = await state.update {
      $0.review = nil
      $0.deletedReview = review.id
    } send: { [api] in
      try await APIError.ignoring(.notFound) { try await api.remove(id: review.id) }
    }
    if isDeleted { reviews.content.reconcile { $0.remove(review.id) } }
  }

  /// Removes the notice from the screen.
  public func dismissNotice() { state.alertMessage = nil }

  /// Whether the form has the content of a review; if there is none, whether the form is empty.
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
  /// Finds the entry of a book; `nil` if there is none, and for a guest. The shelf has no endpoint for it.
  fileprivate func entry(of book: Book.ID, known entry: ReadingBook? = nil) async throws -> ReadingBook? {
    if let entry { return entry }
    do {
      return try await listedEntry(of: book)
    } catch let error as APIError where error.code == .unauthorized {
      return nil
    }
  }
}
