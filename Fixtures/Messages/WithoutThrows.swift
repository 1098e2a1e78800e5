import Naru

@API("/notes")
struct Notes: Sendable {
  @GET("/{id}")
  var show: @Sendable (_ id: Int) async -> String  // error: A call can fail, so an endpoint must be `throws`
}
