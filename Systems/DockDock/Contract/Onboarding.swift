public import Naru

/// What DockDock asks a new reader, and what it makes of the answers.
@API("/api/v1/onboarding", format: DockDockFormat.self, auth: .required)
public struct Onboarding: Sendable {
  /// The twelve genres to choose from.
  @GET("/genres", auth: .none)
  public var genres: @Sendable () async throws -> [Genre]

  /// Keeps the caller's answers, in the place of older ones. The selected books go on the wishlist, unless they are on the shelf.
  @POST("/preferences", status: 201)
  public var setPreferences: @Sendable (_ preferences: ReadingPreferences) async throws -> Void

  /// Whether the caller has answered.
  @GET("/status")
  public var status: @Sendable () async throws -> OnboardingStatus

  /// Makes the caller's report anew, out of the answers, the shelf and the records. Without answers it is 400
  /// `VALIDATION_ERROR`.
  @POST("/report", status: 201)
  public var makeReport: @Sendable () async throws -> ReadingReport

  /// The report that was made last, or 404 `NOT_FOUND`.
  @GET("/report")
  public var report: @Sendable () async throws -> ReadingReport
}
