import DockDock
import Foundation
import Naru
import Support

/// An operation on a person's shelf, records and reviews.
enum ShelfOperation: Sendable {
  case add(Book.ID, ReadingStatus), update(String, ReadingBookChanges), remove(String), show(String)
  case list(ReadingStatus?, Int?, Int?)
  case addRecord(String, String), updateRecord(String, String), removeRecord(String), records(String?)
  case addReview(String, Bool), updateReview(String, Int), removeReview(String), reviews(String?)

  /// Creates a random operation on some of these entries, records and reviews, which may belong to another person.
  init(entries: [String], records: [String], reviews: [String], _ numbers: inout SeededRandom) {
    func pick<T>(_ list: [T]) -> T { list[Int.random(in: list.indices, using: &numbers)] }
    let (entry, record, review) = (pick(entries), pick(records), pick(reviews))
    self =
      switch Int.random(in: 0..<20, using: &numbers) {
      case 0..<4: .add(pick(TestSystem.bookIDs + ["9788900000008"]), pick(ReadingStatus.allCases))
      case 4..<6:
        .update(
          entry,
          ReadingBookChanges(
            status: pick([nil] + ReadingStatus.allCases),
            currentPage: pick([nil, 0, 120, -1]),
            rating: pick([nil, 4.5, 6])
          )
        )
      case 6: .remove(entry)
      case 7: .show(entry)
      case 8: .list(pick([nil, .reading]), pick([nil, 1, 2, 0]), pick([nil, 2, 101]))
      case 9..<12: .addRecord(entry, pick(["메모", "인용", " "]))
      case 12: .updateRecord(record, pick(["고친 메모", ""]))
      case 13: .removeRecord(record)
      case 14: .records(pick([nil, entry]))
      case 15..<17: .addReview(entry, pick([true, false]))
      case 17: .updateReview(review, pick([1, 5, 6]))
      case 18: .removeReview(review)
      default: .reviews(pick([nil, entry]))
      }
  }

  /// Runs the operation on a server.
  func run(on client: APIClient) async -> ShelfOutcome {
    let (books, records, reviews) = (ReadingBooks.live(client), ReadingRecords.live(client), Reviews.live(client))
    do {
      switch self {
      case .add(let book, let status):
        return .entries([try await books.add(book: NewReadingBook(bookID: book, status: status))])
      case .update(let id, let changes): return .entries([try await books.update(id: id, changes: changes)])
      case .remove(let id): try await books.remove(id: id)
      case .show(let id): return .entries([try await books.show(id: id)])
      case .list(let status, let page, let limit):
        let list = try await books.list(status: status, page: page, limit: limit)
        return .entries(list.elements, total: list.total)
      case .addRecord(let entry, let text):
        return .records([try await records.add(record: NewReadingRecord(readingBookID: entry, content: text))])
      case .updateRecord(let id, let text):
        return .records([try await records.update(id: id, changes: ReadingRecordChanges(content: text))])
      case .removeRecord(let id): try await records.remove(id: id)
      case .records(let entry):
        let list = try await records.list(readingBook: entry)
        return .records(list.elements, total: list.total)
      case .addReview(let entry, let isPublic):
        return .reviews([try await reviews.add(review: NewReview(readingBookID: entry, rating: 4, isPublic: isPublic))])
      case .updateReview(let id, let rating):
        return .reviews([try await reviews.update(id: id, changes: ReviewChanges(rating: rating))])
      case .removeReview(let id): try await reviews.remove(id: id)
      case .reviews(let entry):
        let list = try await reviews.list(readingBook: entry)
        return .reviews(list.elements, total: list.total)
      }
      return .removed
    } catch let error as APIError {
      return .failed(error.serverCode ?? "\(error.code)")
    } catch {
      return .failed("\(error)")
    }
  }
}

/// The outcome of an operation on a shelf.
enum ShelfOutcome: Sendable, Equatable {
  case entries([ReadingBook], total: Int? = nil)
  case records([ReadingRecord], total: Int? = nil)
  case reviews([Review], total: Int? = nil)
  case removed
  case failed(String)

  /// The id of the single element.
  var id: String? {
    switch self {
    case .entries(let entries, nil): entries.first?.id
    case .records(let records, nil): records.first?.id
    case .reviews(let reviews, nil): reviews.first?.id
    default: nil
    }
  }

  var name: String {
    switch self {
    case .entries: "entries"
    case .records: "records"
    case .reviews: "reviews"
    case .removed: "removed"
    case .failed(let code): code
    }
  }
}
