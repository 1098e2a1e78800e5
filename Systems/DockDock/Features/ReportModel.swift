public import DockDock
public import Naru
public import Observation
public import NaruScreens

/// The screen with the report on the kind of reader that the person is, and with the questions that come before the first one.
@MainActor
@Observable
public final class ReportModel {
  /// The genres that were chosen, the most liked first.
  public private(set) var chosenGenres: [Genre.ID] = []
  /// Why the person reads.
  public var purposes: Set<ReadingPurpose> = []
  /// How long a book should be; `nil` to leave it open.
  public var length: PreferredLength?
  /// How fast the person reads; `nil` to leave it open.
  public var pace: ReadingPace?
  /// How difficult a book should be; `nil` to leave it open.
  public var difficulty: PreferredDifficulty?
  /// Whether a report is being made.
  public private(set) var isMaking = false

  private struct Content: Sendable {
    var report: ReadingReport?
    var genres: [Genre] = []
    var isAnswered = false
  }

  private let onboarding: Onboarding
  private let state = Loaded(Content())

  /// A screen that has not loaded yet.
  public init(_ onboarding: Onboarding) {
    self.onboarding = onboarding
  }

  /// The report that was made last; `nil` where none was made.
  public var report: ReadingReport? { state.value.report }
  /// The genres to choose from.
  public var genres: [Genre] { state.value.genres }
  /// Whether the questions were answered, so that a report can be made.
  public var isAnswered: Bool { state.value.isAnswered }
  /// How far the screen is. ``LoadPhase/loaded`` without a ``report``: none was made, and the questions come first unless
  /// ``isAnswered``.
  public var phase: LoadPhase { state.phase }
  /// Why a report could not be made; the screen is as it was before.
  public var notice: Sentence? { state.notice }

  /// Loads the last report and the genres, at first or again. That no report was made is no failure.
  public func reload() async {
    await state.reload { [onboarding] in
      async let genres = onboarding.genres()
      do {
        let report = try await onboarding.report()
        return Content(report: report, genres: try await genres, isAnswered: true)
      } catch let error as APIError where error.code == .notFound {
        let status = try await onboarding.status()
        return Content(genres: try await genres, isAnswered: status.completed)
      }
    }
  }

  /// Chooses a genre, as the last one, or takes it back.
  public func toggle(_ genre: Genre.ID) {
    if let index = chosenGenres.firstIndex(of: genre) {
      chosenGenres.remove(at: index)
    } else {
      chosenGenres.append(genre)
    }
  }

  /// Whether the answers can be sent: at least one genre is chosen.
  public var canAnswer: Bool { !isMaking && !chosenGenres.isEmpty }

  /// Sends the answers, in the place of older ones, and makes a report out of them.
  ///
  /// - Parameter books: books that go on the wishlist.
  public func answer(selecting books: [Book.ID] = []) async {
    guard canAnswer else { return }
    let preferences = ReadingPreferences(
      preferredGenres: chosenGenres,
      selectedBookIDs: books.isEmpty ? nil : books,
      readingPurposes: purposes.isEmpty ? nil : ReadingPurpose.allCases.filter(purposes.contains).map(\.rawValue),
      preferredLength: length,
      readingPace: pace,
      preferredDifficulty: difficulty
    )
    isMaking = true
    defer { isMaking = false }
    let isAnswered = await state.change { _ in
    } sending: { [onboarding] in
      try await onboarding.setPreferences(preferences: preferences)
    } settling: { content, _ in
      content.isAnswered = true
    }
    if isAnswered { await makeReport() }
  }

  /// Makes the report anew, out of the last answers, the shelf and the records. The last one stays until it is there.
  public func make() async {
    guard !isMaking else { return }
    isMaking = true
    defer { isMaking = false }
    await makeReport()
  }

  /// Takes the notice off the screen.
  public func dismissNotice() {
    state.notice = nil
  }

  private func makeReport() async {
    await state.change { _ in
    } sending: { [onboarding] in
      try await onboarding.makeReport()
    } settling: {
      $0.report = $1
    }
  }
}

/// A reason to read that counts in the report.
public enum ReadingPurpose: String, Sendable, CaseIterable {
  /// To grow.
  case growth
  /// For fun.
  case fun
  /// To find peace.
  case healing
  /// To know more.
  case knowledge
  /// To have something to talk about.
  case communication
}
