// others: 1
import Naru

func make() {
  @API("/notes")
  struct Notes: Sendable {  // error: A contract can't be declared inside a function
    @GET("/{id}")
    var show: @Sendable (_ id: Int) async throws -> String
  }
}
