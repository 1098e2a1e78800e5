public import DockDock
import Naru
public import NaruOffline

extension Reviews {
  /// Returns the reviews as a device knows them: the server's last response with the queued changes on top.
  ///
  /// A change is sent at once if possible. If not, it is queued in `offline`. A new review then has a local id until the server has responded, with
  /// which it can be changed and removed.
  public static func offline(_ offline: Offline) -> Reviews {
    var overlay = Overlay<[Review]>(offline, cached: Endpoints.list)
    overlay.insert(Endpoints.add) { (new: NewReview, write) in
      Review(
        id: write.localID?.text ?? "",
        readingBookID: new.readingBookID,
        bookID: (try? await offline.entry(new.readingBookID)?.bookID) ?? "",
        userID: "",
        rating: new.rating,
        reviewText: new.reviewText,
        isPublic: new.isPublic,
        createdAt: write.queuedAt,
        updatedAt: write.queuedAt,
        isMine: true
      )
    }
    overlay.change(Endpoints.update) { (review: inout Review, changes: ReviewChanges, _) in
      review.rating = changes.rating ?? review.rating
      if let text = changes.reviewText { review.reviewText = text.isEmpty ? nil : text }
      review.isPublic = changes.isPublic ?? review.isPublic
    }
    overlay.remove(Endpoints.remove)
    overlay.check(Endpoints.add) { reviews, write in
      guard let new: NewReview = try write.body() else { return }
      _ = try await offline.entry(new.readingBookID)
      guard !reviews.contains(where: { LocalID($0.id) != nil && $0.readingBookID == new.readingBookID }) else {
        throw APIError(.conflict, [.korean: "이미 리뷰를 쓴 책입니다.", .english: "You have already reviewed this book."])
      }
    }
    for endpoint in [Endpoints.update, Endpoints.remove] {
      overlay.check(endpoint) { reviews, write in
        let id: Review.ID? = try write.argument("id")
        if let review = reviews.first(where: { $0.id == id }) { _ = try await offline.entry(review.readingBookID) }
      }
    }
    let live: Reviews = overlay.live()
    var reviews = live
    reviews.list = { [overlay] entry, page, limit in
      try await offline.listed(of: entry, page: page, by: { $0.readingBookID }, under: overlay) {
        try await live.list($0, page, limit)
      }
    }
    reviews.ofBook = { [overlay] book, page, limit in
      try await overlay.shown(live.ofBook(book, page, limit), withNew: page ?? 1 == 1) {
        // The server's id of the book may be another than the requested one.
        LocalID($0.id) == nil || $0.bookID == book
      }
    }
    return reviews
  }
}
