import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{bookId}")  // error: Did you mean {bookID}?
  var show: @Sendable (_ bookID: Int) async throws -> String
}
