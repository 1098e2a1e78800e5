public import Naru

/// The questions for a new reader, and the report from the answers.
@API("/api/v1/onboarding", format: DockDockFormat.self, auth: .required)
public struct Onboarding: Sendable {
  /// Returns the twelve genres.
  @GET("/genres", auth: .none)
  public var genres: @Sendable () async throws -> [Genre]

  /// Stores the caller's answers, which replace older ones, and adds the selected books to the wishlist unless they are
  /// on the shelf.
  @POST(
    "/preferences",
    status: 201,
    changes: ["status", "ReadingBooks.list"],
    failures: [.bookNotFound],
    idempotencyKey: true
  )
  public var setPreferences: @Sendable (_ preferences: ReadingPreferences) async throws -> Void

  /// Returns whether the caller has answered.
  @GET("/status")
  public var status: @Sendable () async throws -> OnboardingStatus

  /// Makes a new report from the caller's answers, shelf and records. Without answers, the error is 400
  /// `VALIDATION_ERROR`.
  @POST("/report", status: 201, changes: ["report"], idempotencyKey: true)
  public var makeReport: @Sendable () async throws -> ReadingReport

  /// Returns the latest report, or 404 `NOT_FOUND`.
  @GET("/report", failures: [.reportNotFound])
  public var report: @Sendable () async throws -> ReadingReport
}
