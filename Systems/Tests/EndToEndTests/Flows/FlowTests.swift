import DockDock
import Dori
import Foundation
import Konkuk
import Naru
import Saerok
import Squirret
import Testing

extension ServerTests {
  /// Tests of each system from the sign-in on, with the generated clients over a socket.
  struct FlowTests {
    @Test func squirretSignsInRenewsTokensAndSignsOut() async throws {
      try await TestSystem.run { system in
        let phone = try await system.signIn("홍길동")
        let accounts = Accounts.live(phone.client)
        let me = try await accounts.me()
        #expect(me.name == "홍길동" && me.provider == .naver)
        let tablet = try await system.signIn("홍길동")
        #expect(try await Accounts.live(tablet.client).me().id == me.id)
        #expect(try await accounts.sessions().count == 2)

        let renewed = try await accounts.refresh(request: RefreshRequest(refreshToken: phone.refreshToken))
        #expect(renewed.expiresIn == 86_400 && renewed.refreshToken != phone.refreshToken)
        // Signing out ends only the caller's session.
        #expect(try await accounts.logout(request: nil).message == "Logged out successfully")
        await #expect(throws: APIError.self) { try await accounts.me() }
        await #expect(throws: APIError.self) {
          try await accounts.refresh(request: RefreshRequest(refreshToken: renewed.refreshToken))
        }
        #expect(try await Accounts.live(tablet.client).sessions().count == 1)
      }
    }

    @Test func dockDockGoesFromTheSearchToTheReport() async throws {
      try await TestSystem.run { system in
        let reader = try await system.signIn("홍길동")
        let found = try await Books.live(system.guest).search(query: "클린코드 3")
        let book = try #require(found.books.first)
        #expect(book.title == "클린 코드 3")

        let shelf = ReadingBooks.live(reader.client)
        let entry = try await shelf.add(book: NewReadingBook(bookID: book.id, status: .wishlist))
        let started = try await shelf.update(
          id: entry.id,
          changes: ReadingBookChanges(status: .reading, currentPage: 20)
        )
        #expect(started.startDate == TestSystem.now && started.currentPage == 20 && started.book?.id == book.id)
        let records = ReadingRecords.live(reader.client)
        let quote = NewReadingRecord(
          readingBookID: entry.id,
          content: "나쁜 코드도 돌아는 간다.",
          pageNumber: 3,
          recordType: .quote
        )
        let record = try await records.add(record: quote)
        _ = try await records.update(id: record.id, changes: ReadingRecordChanges(pageNumber: 4))
        #expect(try await records.list(readingBook: entry.id).map(\.pageNumber) == [4])
        let done = try await shelf.update(id: entry.id, changes: ReadingBookChanges(status: .completed, rating: 4.5))
        #expect(done.endDate == TestSystem.now && done.rating == 4.5)
        #expect(try await shelf.list(status: .completed).total == 1)

        let review = NewReview(readingBookID: entry.id, rating: 5, reviewText: "또 읽겠다.", isPublic: true)
        _ = try await Reviews.live(reader.client).add(review: review)
        _ = try await Users.live(reader.client).update(changes: UserChanges(displayName: "책벌레"))
        let other = try await system.signIn("성춘향")
        let seen = try await Reviews.live(other.client).ofBook(book: book.id).elements
        #expect(seen.map(\.authorName) == ["책벌레"] && seen.map(\.isMine) == [false])
        #expect(try await ReadingBooks.live(other.client).list().isEmpty)

        let onboarding = Onboarding.live(reader.client)
        #expect(try await onboarding.genres().count == 12)
        try await onboarding.setPreferences(
          preferences: ReadingPreferences(preferredGenres: ["tech", "novel"], selectedBookIDs: [TestSystem.bookIDs[0]])
        )
        #expect(try await onboarding.status().completed)
        let wishes = try await shelf.list(status: .wishlist).map(\.bookID)
        #expect(wishes == [TestSystem.bookIDs[0]])
        let report = try await onboarding.makeReport()
        #expect(try await onboarding.report() == report)
        #expect(!report.recommendedBooks.contains { $0.book.id == book.id })

        // Removing the entry removes its records and reviews.
        try await shelf.remove(id: entry.id)
        #expect(try await records.list().isEmpty)
        #expect(try await Reviews.live(system.guest).ofBook(book: book.id).isEmpty)
      }
    }

    @Test func saerokLetsAGuestReadAndTwoPeopleTalkAndBlock() async throws {
      try await TestSystem.run { system in
        let (hong, chun) = (try await system.signIn("홍길동"), try await system.signIn("성춘향"))
        let (mine, theirs) = (FreeBoard.live(hong.client), FreeBoard.live(chun.client))
        let guest = FreeBoard.live(system.guest)
        let changes = ProfileChanges(nickname: "새지기")
        #expect(try await Saerok.Account.live(hong.client).updateProfile(changes: changes).nickname == "새지기")
        let post = try await mine.writePost(draft: PostDraft(content: "물총새를 봤어요.")).id
        #expect(try await guest.post(postID: post).author.nickname == "새지기")
        let question = try await theirs.writeComment(postID: post, draft: CommentDraft(content: "어디서요?")).id
        _ = try await mine.writeComment(postID: post, draft: CommentDraft(content: "탄천에서요.", parentID: question))
        let comments = try await guest.comments(postID: post)
        #expect(comments.items.map(\.content) == ["어디서요?"] && comments.items[0].replies.map(\.content) == ["탄천에서요."])
        await #expect(throws: APIError.self) { try await theirs.editPost(postID: post, draft: PostDraft(content: "x")) }

        for number in 1...5 { _ = try await theirs.writePost(draft: PostDraft(content: "박새 \(number)")) }
        var read: [String] = []
        for try await post in guest.postsPages(paging: BoardPaging(size: 2)).elements { read.append(post.content) }
        #expect(read == (1...5).reversed().map { "박새 \($0)" } + ["물총새를 봤어요."])
        let them = try #require(try await guest.comments(postID: post).items.first).author.id
        _ = try await Blocks.live(hong.client).block(person: BlockRequest(id: them))
        #expect(try await mine.posts().items.map(\.id) == [post])
        #expect(try await mine.comments(postID: post).items.isEmpty)
        try await mine.deletePost(postID: post)
        await #expect(throws: APIError.self) { try await guest.post(postID: post) }
      }
    }

    @Test func konkukReportsTheMostBorrowedBooks() async throws {
      try await TestSystem.run { system in
        let popular = PopularBooks.live(system.guest)
        let books = try await popular.mostBorrowed(max: 5).books
        #expect(books.count == 5)
        #expect(books.map(\.loanCount) == books.compactMap(\.loanCount).sorted(by: >))
        let months = try #require(LoanMonth("202601").map { LoanMonths(from: $0, to: $0) })
        let month = try await popular.mostBorrowed(max: 100, months: months).books
        #expect(month.compactMap(\.loanCount).reduce(0, +) > 0)
        #expect((month.first?.loanCount ?? 0) <= (books.first?.loanCount ?? 0))
        await #expect(throws: APIError.self) { try await popular.mostBorrowed(max: 101) }
      }
    }

    @Test func doriKeepsAPersonsGiftsByMonth() async throws {
      try await TestSystem.run { system in
        let ledger = Ledger.live(try await system.signIn("홍길동").client)
        let person = Person(name: "이몽룡", relationship: .friend)
        #expect(try await ledger.addPerson(person: person).isNew)
        #expect(try await !ledger.addPerson(person: person).isNew)
        var gift = Gift(
          personID: person.id,
          direction: .given,
          event: .wedding,
          amount: 100_000,
          date: Date(timeIntervalSince1970: 1_772_584_200),
          attended: true
        )
        _ = try await ledger.addGift(personID: person.id, gift: gift)
        gift.amount = 200_000
        #expect(try await ledger.updateGift(id: gift.id, gift: gift) == gift)
        #expect(try await ledger.people(name: "ㅇㅁㄹ").elements.map(\.balance) == [-200_000])
        let march = try #require(Month(year: 2026, month: 3))
        #expect(try await ledger.gifts(month: march) == [gift])
        let summary = try await ledger.summary(year: 2026)
        #expect(summary.given == 200_000 && summary.byMonth[2].given == 200_000 && summary.balance == -200_000)
        try await ledger.removePerson(id: person.id)
        #expect(try await ledger.gifts().isEmpty)
      }
    }
  }
}
