import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async throws -> String
}

func replace(_ notes: inout Notes) {
  notes.show = { "a" }  // error: failed to produce diagnostic for expression
}
