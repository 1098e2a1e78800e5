public import Naru

/// The caller's ledger of gifts given and received. What belongs to another person answers as what does not exist.
@API(format: DoriFormat.self, auth: .required)
public struct Ledger: Sendable {
  /// The people by name, each with their gifts.
  ///
  /// `name` is a part of the name, or its initial consonants (`ㅎㄱㄷ`). `page` counts from 1, and `size` is 1…100, or 20
  /// where only the page is given; without both, everybody comes.
  @GET("/persons?q={name}")
  public var people: @Sendable (_ name: String?, _ page: Int?, _ size: Int?) async throws -> Counted<Person>

  /// One person with their gifts. `PERSON_NOT_FOUND` if there is none.
  @GET("/persons/{id}")
  public var person: @Sendable (_ id: Person.ID) async throws -> Person

  /// Adds a person; the gifts in it are ignored. The same again is not new, and the same id with other content is
  /// `PERSON_CONFLICT`.
  @POST("/persons", status: 201)
  public var addPerson: @Sendable (_ person: Person) async throws -> Created<Person>

  /// Changes a person; the gifts in it are ignored.
  @PUT("/persons/{id}")
  public var updatePerson: @Sendable (_ id: Person.ID, _ person: Person) async throws -> Person

  /// Removes a person and their gifts.
  @DELETE("/persons/{id}")
  public var removePerson: @Sendable (_ id: Person.ID) async throws -> Void

  /// The gifts, newest first: all of them, or those of a month, or those that went one way.
  @GET("/transactions?date={month}&type={direction}")
  public var gifts: @Sendable (_ month: Month?, _ direction: Gift.Direction?) async throws -> [Gift]

  /// Adds a gift to or from a person. The same again is not new, and the same id with other content is
  /// `TRANSACTION_CONFLICT`.
  @POST("/persons/{personID}/transactions", status: 201)
  public var addGift: @Sendable (_ personID: Person.ID, _ gift: Gift) async throws -> Created<Gift>

  /// Changes a gift. It may go to another person of the ledger.
  @PUT("/transactions/{id}")
  public var updateGift: @Sendable (_ id: Gift.ID, _ gift: Gift) async throws -> Gift

  /// Removes a gift. `TRANSACTION_NOT_FOUND` if there is none.
  @DELETE("/transactions/{id}")
  public var removeGift: @Sendable (_ id: Gift.ID) async throws -> Void

  /// What was given and received: in a year by Seoul's clocks (1900…2999), or in all.
  @GET("/summary")
  public var summary: @Sendable (_ year: Int?) async throws -> Summary
}
