import Naru

/// The common interface of the generated contract and the one by hand.
protocol NotesContract: Contract {
  var list: @Sendable (_ text: Query<String?>, _ limit: Int?) async throws -> CountedList<Note> { get set }
  var add: @Sendable (_ note: Note) async throws -> Note { get set }
  var show: @Sendable (_ id: Int) async throws(APIError) -> Note { get set }
  var remove: @Sendable (_ id: Int) async throws -> Void { get set }

  func list(text: Query<String?>, limit: Int?) async throws -> CountedList<Note>
}

/// The contract that the macro generates.
enum Made {
  @API("/notes", auth: .optional)
  struct Notes: NotesContract {
    /// All notes with a text.
    @GET("/")
    var list: @Sendable (_ text: Query<String?>, _ limit: Int?) async throws -> CountedList<Note>

    @POST("/", status: 201)
    var add: @Sendable (_ note: Note) async throws -> Note

    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws(APIError) -> Note

    @DELETE("/{id}")
    var remove: @Sendable (_ id: Int) async throws -> Void
  }
}
