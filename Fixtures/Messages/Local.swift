import Naru

func make() {
  @API("/notes")
  struct Notes: Sendable {
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> String
  }
}
