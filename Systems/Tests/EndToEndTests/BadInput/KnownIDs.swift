import DockDock
import Dori
import Foundation
import Naru
import Saerok
import Squirret

/// Two people with data in every system, and the ids that good calls need.
struct KnownIDs: Sendable {
  let caller: TestSystem.Member
  let stranger: TestSystem.Member
  let values: KnownValues

  /// Creates the data.
  init(_ system: TestSystem) async throws {
    caller = try await system.signIn("홍길동")
    stranger = try await system.signIn("성춘향")
    let shelf = ReadingBooks.live(caller.client)
    let entry = try await shelf.add(book: NewReadingBook(bookID: TestSystem.bookIDs[0], status: .reading))
    let other = try await shelf.add(book: NewReadingBook(bookID: TestSystem.bookIDs[1], status: .completed))
    let record = try await ReadingRecords.live(caller.client).add(
      record: NewReadingRecord(readingBookID: entry.id, content: "메모")
    )
    let review = try await Reviews.live(caller.client).add(review: NewReview(readingBookID: entry.id, rating: 4))
    let answers = ReadingPreferences(preferredGenres: ["novel"])
    try await Onboarding.live(caller.client).setPreferences(preferences: answers)
    _ = try await Onboarding.live(caller.client).makeReport()

    let board = FreeBoard.live(caller.client)
    let post = try await board.writePost(draft: PostDraft(content: "물총새를 봤어요.")).id
    let comment = try await board.writeComment(postID: post, draft: CommentDraft(content: "어디서요?")).id
    let theirs = FreeBoard.live(stranger.client)
    let theirPost = try await theirs.writePost(draft: PostDraft(content: "박새를 봤어요.")).id
    let theirComment = try await theirs.writeComment(postID: post, draft: CommentDraft(content: "저도요.")).id
    let them = try await board.post(postID: theirPost).author.id

    // Pictures that are sent, but not registered.
    let png = Blob(Data([0x89]), contentType: "image/png")
    let (ofPosts, ofReviews) = (PostPictures.live(caller.client), ReviewPictures.live(caller.client))
    let place = try await ofPosts.presign(postID: post, picture: NewPicture(png))
    try await ofPosts.upload(link: place.link, picture: png)
    let slot = try await ofReviews.presign(id: review.id, picture: NewPicture(png))
    try await ofReviews.upload(link: slot.link, picture: png)

    let (added, shown) = (try await ofPosts.add(png, to: post), try await ofReviews.add(png, to: review.id))

    let ledger = Ledger.live(caller.client)
    let person = Person(name: "이몽룡", relationship: .friend)
    let gift = Gift(
      personID: person.id,
      direction: .given,
      event: .wedding,
      amount: 100_000,
      date: TestSystem.now,
      attended: true
    )
    _ = try await ledger.addPerson(person: person)
    _ = try await ledger.addGift(personID: person.id, gift: gift)
    // A session that can end without ending the caller's.
    let session = try await system.signIn("홍길동")
    let sessions = try await Accounts.live(session.client).sessions()

    values = KnownValues([
      "Books.id": .string(TestSystem.bookIDs[0]), "Books.search": "클린", "Books.query": "클린",
      "ReadingBooks.id": .string(entry.id), "ReadingBooks.add.book_id": .string(TestSystem.bookIDs[2]),
      "ReadingBooks.start_date": "2026-03-03T00:00:00Z",
      "ReadingRecords.id": .string(record.id), "ReadingRecords.reading_book_id": .string(entry.id),
      "Reviews.id": .string(review.id), "Reviews.reading_book_id": .string(entry.id),
      "Reviews.add.reading_book_id": .string(other.id), "Reviews.book": .string(TestSystem.bookIDs[0]),
      "Onboarding.preferred_genres": ["novel"], "Onboarding.selected_book_ids": [.string(TestSystem.bookIDs[3])],
      "FreeBoard.postID": .integer(post), "FreeBoard.commentID": .integer(comment),
      "FreeBoard.parentId": .integer(comment), "FreeBoard.reportPost.postID": .integer(theirPost),
      "FreeBoard.reportComment.commentID": .integer(theirComment),
      "PostPictures.postID": .integer(post), "PostPictures.key": .string(place.key.uuidString),
      "ReviewPictures.id": .string(review.id), "ReviewPictures.key": .string(slot.key.uuidString),
      "PostPictures.remove.key": .string(added.key.uuidString),
      "ReviewPictures.remove.key": .string(shown.key.uuidString),
      "Blocks.userID": .integer(them), "Blocks.userId": .integer(them),
      "PopularBooks.fromDateReceived": "202501", "PopularBooks.toDateReceived": "202512",
      "PopularBooks.classNo": "7", "Loans.isbn": .string(TestSystem.isbns[0]),
      "Ledger.id": .string(person.id.rawValue), "Ledger.personID": .string(person.id.rawValue),
      "Ledger.personId": .string(person.id.rawValue), "Ledger.gifts.date": "2026-03-04", "Ledger.year": 2026,
      "Ledger.addPerson.id": .string(UUID().uuidString), "Ledger.addGift.id": .string(UUID().uuidString),
      "Ledger.updateGift.id": .string(gift.id.rawValue), "Ledger.removeGift.id": .string(gift.id.rawValue),
      "Accounts.refreshToken": .string(session.refreshToken.revealed),
      "Accounts.id": .string(sessions.first { $0.isCurrent }?.id.uuidString ?? ""),
      "Accounts.everywhere": false, "Accounts.others": false,
    ])
  }
}
