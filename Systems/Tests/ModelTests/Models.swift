import DockDock
import Dori
import Konkuk
import Naru
import Saerok
import Squirret

/// Every model of the five systems with its format. Add a line for a new model.
let models: [Model] = [
  Model(Book.self, DockDockFormat.self),
  Model(Book.Price.self, DockDockFormat.self),
  Model(BookPage.self, DockDockFormat.self),
  Model(BookQueryType.self, DockDockFormat.self),
  Model(BookSort.self, DockDockFormat.self),
  Model(ReadingStatus.self, DockDockFormat.self),
  Model(ReadingBook.self, DockDockFormat.self),
  Model(NewReadingBook.self, DockDockFormat.self),
  Model(ReadingBookChanges.self, DockDockFormat.self),
  Model(RecordType.self, DockDockFormat.self),
  Model(ReadingRecord.self, DockDockFormat.self),
  Model(NewReadingRecord.self, DockDockFormat.self),
  Model(ReadingRecordChanges.self, DockDockFormat.self),
  Model(Review.self, DockDockFormat.self),
  Model(NewReview.self, DockDockFormat.self),
  Model(ReviewChanges.self, DockDockFormat.self),
  Model(Genre.self, DockDockFormat.self),
  Model(ReadingPreferences.self, DockDockFormat.self),
  Model(PreferredLength.self, DockDockFormat.self),
  Model(ReadingPace.self, DockDockFormat.self),
  Model(PreferredDifficulty.self, DockDockFormat.self),
  Model(OnboardingStatus.self, DockDockFormat.self),
  Model(ReadingReport.self, DockDockFormat.self),
  Model(ReaderPersona.self, DockDockFormat.self),
  Model(BigFive.self, DockDockFormat.self),
  Model(ReadingGene.self, DockDockFormat.self),
  Model(ReadingStyles.self, DockDockFormat.self),
  Model(ReadingStyle.self, DockDockFormat.self),
  Model(ReadingDirection.self, DockDockFormat.self),
  Model(RecommendedBook.self, DockDockFormat.self),
  Model(User.self, DockDockFormat.self),
  Model(UserChanges.self, DockDockFormat.self),

  Model(AccountProfile.self, SquirretFormat.self),
  Model(AccountSession.self, SquirretFormat.self),
  Model(SignInProvider.self, SquirretFormat.self),
  Model(CodeExchange.self, SquirretFormat.self),
  Model(RefreshRequest.self, SquirretFormat.self),
  Model(TokenPair.Body.self, SquirretFormat.self),
  Model(LogoutRequest.self, SquirretFormat.self),
  Model(LogoutAnswer.self, SquirretFormat.self),
  Model(PublicKeySet.self, SquirretFormat.self),
  Model(PublicKey.self, SquirretFormat.self),

  Model(Person.self, DoriFormat.self),
  Model(Relationship.self, DoriFormat.self),
  Model(LedgerID.self, DoriFormat.self),
  Model(Gift.self, DoriFormat.self),
  Model(Gift.Direction.self, DoriFormat.self),
  Model(Gift.Event.self, DoriFormat.self),
  Model(Summary.self, DoriFormat.self),
  Model(Summary.EventTotal.self, DoriFormat.self),
  Model(Summary.MonthTotal.self, DoriFormat.self),

  Model(Post.self, SaerokFormat.self),
  Model(PostPage.self, SaerokFormat.self),
  Model(PostDraft.self, SaerokFormat.self),
  Model(WrittenPost.self, SaerokFormat.self),
  Model(Comment.self, SaerokFormat.self),
  Model(Saerok.Comment.Status.self, SaerokFormat.self),
  Model(CommentPage.self, SaerokFormat.self),
  Model(CommentDraft.self, SaerokFormat.self),
  Model(CommentChanges.self, SaerokFormat.self),
  Model(WrittenComment.self, SaerokFormat.self),
  Model(CommentCount.self, SaerokFormat.self),
  Model(Report.self, SaerokFormat.self),
  Model(Profile.self, SaerokFormat.self),
  Model(ProfileChanges.self, SaerokFormat.self),
  Model(NicknameCheck.self, SaerokFormat.self),
  Model(BlockRequest.self, SaerokFormat.self),
  Model(BlockedPerson.self, SaerokFormat.self),

  Model(PopularBookList.self, KonkukFormat.self),
  Model(PopularBook.self, KonkukFormat.self),
  Model(BookCategory.self, KonkukFormat.self),
  Model(NewLoan.self, KonkukFormat.self),
  Model(Loan.self, KonkukFormat.self),
]

/// The contracts of the models.
let contracts: [any Contract] = [
  Books.preview, ReadingBooks.preview, ReadingRecords.preview, Reviews.preview, Onboarding.preview, Users.preview,
  Accounts.preview,
  Ledger.preview, FreeBoard.preview, Saerok.Account.preview, Blocks.preview, PopularBooks.preview, Loans.preview,
]
