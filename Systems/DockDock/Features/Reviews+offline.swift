public import DockDock
import Foundation
import Naru
public import NaruOffline
import Support

extension Reviews {
  /// Returns the reviews as a device knows them: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it is queued in `offline`. A new review then has a local id until the server has responded, with
  /// which it can be changed and removed.
  ///
  /// - Parameter offline: the offline store of the signed-in user.
  /// - Returns: the reviews.
  public static func offline(_ offline: Offline) -> Reviews {
    let live = offline.live(Reviews.self, queueingUnsent: true)
    let known = Locked<[Review.ID: Review]>([:])
    // The review that the server will probably make.
    @Sendable func expected(_ new: NewReview, _ id: LocalID, _ write: QueuedWrite) async throws -> Review {
      Review(new, id: id, of: try await offline.cachedEntry(new.readingBookID)?.bookID ?? "", at: write.queuedAt)
    }
    @Sendable func shown(_ reviews: [Review], withNew isNew: @Sendable (Review) -> Bool) async throws -> [Review] {
      let writes = try offline.queuedWrites(rejected: false)
      var reviews = reviews
      for write in writes where write.endpoint == Endpoints.add {
        guard let id = write.localID, let new: NewReview = try write.body() else { continue }
        let review = try await expected(new, id, write)
        if isNew(review) { reviews.insert(review, at: 0) }
      }
      known.withLock { known in
        for review in reviews { known[review.id] = review }
      }
      for write in writes {
        guard let id: Review.ID = try write.argument("id"), let index = reviews.firstIndex(where: { $0.id == id })
        else { continue }
        switch write.endpoint {
        case Endpoints.update: if let changes: ReviewChanges = try write.body() { reviews[index].show(changes) }
        case Endpoints.remove: reviews.remove(at: index)
        default: break
        }
      }
      return reviews
    }
    var reviews = live
    reviews.list = { entry, page, limit in
      let entry = try entry.map(offline.resolved)
      // An entry that the server does not have yet has only what waits.
      let isLocal = entry.flatMap(LocalID.init) != nil
      let found = try await isLocal ? CountedList([], total: 0) : live.list(entry, page, limit)
      let isFirstPage = page ?? 1 == 1
      let shown = try await shown(found.elements) { isFirstPage && (entry == nil || $0.readingBookID == entry) }
      return CountedList(shown, total: found.total.map { $0 - found.count + shown.count })
    }
    reviews.ofBook = { book, page, limit in
      let found = try await live.ofBook(book, page, limit)
      let isFirstPage = page ?? 1 == 1
      let shown = try await shown(found.elements) { isFirstPage && $0.bookID == book }
      return CountedList(shown, total: found.total.map { $0 - found.count + shown.count })
    }
    reviews.add = { new in
      try await offline.creating {
        try await live.add(new)
      } local: {
        try await expected(new, $0, $1)
      }
    }
    reviews.update = { id, changes in
      let id = try offline.resolved(id)
      do {
        return try await live.update(id, changes)
      } catch let error as APIError where error.underlyingError is WriteQueued {
        // If nothing else can be shown, the error's message states that the change is queued.
        guard var review = known.withLock({ $0[id] }) else { throw error }
        review.show(changes)
        return review
      }
    }
    reviews.remove = { id in _ = try await Offline.responseUnlessQueued { try await live.remove(offline.resolved(id)) }
    }
    return reviews
  }
}

extension Review {
  fileprivate init(_ new: NewReview, id: LocalID, of book: Book.ID, at date: Date) {
    self.init(
      id: id.text,
      readingBookID: new.readingBookID,
      bookID: book,
      userID: "",
      rating: new.rating,
      reviewText: new.reviewText,
      isPublic: new.isPublic,
      createdAt: date,
      updatedAt: date,
      isMine: true
    )
  }

  /// Applies changes as the server probably will.
  fileprivate mutating func show(_ changes: ReviewChanges) {
    rating = changes.rating ?? rating
    reviewText = changes.reviewText ?? reviewText
    isPublic = changes.isPublic ?? isPublic
  }
}
