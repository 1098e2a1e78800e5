public import DockDock
public import Naru
public import NaruScreens
public import Observation

/// The screen of a user's reading report, and of the questions before the first report.
@MainActor
@Observable
public final class ReportModel {
  /// The chosen genres, favorite first.
  public private(set) var chosenGenres: [Genre.ID] = []
  /// Why the user reads.
  public var purposes: Set<ReadingPurpose> = []
  /// The preferred length of a book; `nil` for no answer.
  public var length: PreferredLength?
  /// The reading pace; `nil` for no answer.
  public var pace: ReadingPace?
  /// The preferred difficulty of a book; `nil` for no answer.
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

  /// Creates a screen that is not loaded yet.
  public init(_ onboarding: Onboarding) {
    self.onboarding = onboarding
  }

  /// The latest report; `nil` if there is none.
  public var report: ReadingReport? { state.value.report }
  /// The genres to choose from.
  public var genres: [Genre] { state.value.genres }
  /// Whether the user has answered the questions; a report needs the answers.
  public var isAnswered: Bool { state.value.isAnswered }
  /// The state of the most recent load. With ``LoadPhase/loaded`` and no ``report``, there is no report yet.
  public var phase: LoadPhase { state.phase }
  /// Why the last change failed; the screen is as it was before.
  public var alertMessage: LocalizedMessage? { state.alertMessage }

  /// Loads the latest report and the genres, for the first time or again. A missing report is not a failure.
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

  /// Adds a genre to the end of the chosen ones, or removes it.
  public func toggle(_ genre: Genre.ID) {
    if let index = chosenGenres.firstIndex(of: genre) {
      chosenGenres.remove(at: index)
    } else {
      chosenGenres.append(genre)
    }
  }

  /// Whether the answers can be sent: at least one genre is chosen.
  public var canAnswer: Bool { !isMaking && !chosenGenres.isEmpty }

  /// Sends the answers in place of earlier ones, adds books to the wishlist and makes a report.
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
    let isAnswered = await state.update { _ in
    } send: { [onboarding] in
      try await onboarding.setPreferences(preferences: preferences)
    } reconcile: { content, _ in
      content.isAnswered = true
    }
    if isAnswered { await makeReport() }
  }

  /// Makes a new report from the latest answers, the shelf and the records. The shown report stays until it arrives.
  public func make() async {
    guard !isMaking else { return }
    isMaking = true
    defer { isMaking = false }
    await makeReport()
  }

  /// Removes the notice from the screen.
  public func dismissNotice() { state.alertMessage = nil }

  private func makeReport() async {
    await state.update { _ in
    } send: { [onboarding] in
      try await onboarding.makeReport()
    } reconcile: {
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
  /// For peace of mind.
  case healing
  /// To learn.
  case knowledge
  /// To have something to talk about.
  case communication

  /// The name to show: `성장`.
  public var title: LocalizedMessage {
    switch self {
    case .growth: LocalizedMessage(korean: "성장", english: "Growth")
    case .fun: LocalizedMessage(korean: "재미", english: "Fun")
    case .healing: LocalizedMessage(korean: "치유", english: "Peace of mind")
    case .knowledge: LocalizedMessage(korean: "지식", english: "Knowledge")
    case .communication: LocalizedMessage(korean: "대화", english: "Conversation")
    }
  }
}
