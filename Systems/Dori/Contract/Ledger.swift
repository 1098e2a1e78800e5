public import Naru

/// The caller's ledger of gifts given and received. The data of other people is reported as not found.
@API(format: DoriFormat.self, auth: .required)
public struct Ledger: Sendable {
  /// The people by name, each with their gifts.
  ///
  /// `name` is a part of the name, or its initial consonants (`ㅎㄱㄷ`). `page` counts from 1, and `size` is 1…100, by
  /// default 20 if a page is given. Without both, the list is complete.
  @GET("/persons?q={name}", constraints: ["page": .range(1...2_147_483_647), "size": .range(1...100)])
  public var people: @Sendable (_ name: String?, _ page: Int?, _ size: Int?) async throws -> CountedList<Person>

  /// One person with their gifts. The failure for an unknown id is `PERSON_NOT_FOUND`.
  @GET("/persons/{id}", failures: [.personNotFound], versioned: true)
  public var person: @Sendable (_ id: Person.ID) async throws -> Person

  /// Adds a person; the gifts in it are ignored. Adding the same person again returns it as not new. The same id with
  /// other content fails with `PERSON_CONFLICT`.
  @POST("/persons", status: 201, changes: ["people"], failures: [.personConflict], idempotencyKey: true)
  public var addPerson: @Sendable (_ person: Person) async throws -> CreatedOrExisting<Person>

  /// Changes a person; the gifts in it are ignored.
  @PUT("/persons/{id}", changes: ["people", "person"], failures: [.personNotFound])
  public var updatePerson: @Sendable (_ id: Person.ID, _ person: Person) async throws -> Person

  /// Removes a person and their gifts.
  @DELETE("/persons/{id}", changes: ["people", "person", "gifts", "summary"], failures: [.personNotFound])
  public var removePerson: @Sendable (_ id: Person.ID) async throws -> Void

  /// The gifts, newest first, optionally only those of a month or of a direction.
  @GET("/transactions?date={month}&type={direction}")
  public var gifts: @Sendable (_ month: Month?, _ direction: Gift.Direction?) async throws -> [Gift]

  /// Adds a gift to or from a person. Adding the same gift again returns it as not new. The same id with other content
  /// fails with `TRANSACTION_CONFLICT`.
  @POST(
    "/persons/{personID}/transactions",
    status: 201,
    changes: ["people", "person", "gifts", "summary"],
    failures: [.personNotFound, .giftConflict],
    idempotencyKey: true
  )
  public var addGift: @Sendable (_ personID: Person.ID, _ gift: Gift) async throws -> CreatedOrExisting<Gift>

  /// Changes a gift. It can move to another person of the ledger.
  @PUT(
    "/transactions/{id}",
    changes: ["people", "person", "gifts", "summary"],
    failures: [.giftNotFound, .personNotFound]
  )
  public var updateGift: @Sendable (_ id: Gift.ID, _ gift: Gift) async throws -> Gift

  /// Removes a gift. The failure for an unknown id is `TRANSACTION_NOT_FOUND`.
  @DELETE("/transactions/{id}", changes: ["people", "person", "gifts", "summary"], failures: [.giftNotFound])
  public var removeGift: @Sendable (_ id: Gift.ID) async throws -> Void

  /// The totals of a year in Seoul (1900…2999), or of all years.
  @GET("/summary", constraints: ["year": .range(1900...2999)])
  public var summary: @Sendable (_ year: Int?) async throws -> Summary
}
