import Naru

// What docs/stand-in.md leaves out.

@API("/v1")
struct Albums: Sendable {
  @GET("/albums/{id}")
  var show: @Sendable (_ id: Int) async throws -> Album
}

@API("/v1")
struct Artists: Sendable {
  @GET("/artists/{id}")
  var show: @Sendable (_ id: Int) async throws -> String
}

@Payload
struct Album: Sendable {
  var title: String
}
