import Naru

// What docs/stand-in.md leaves out.

@API("/v3")
struct Ships: Sendable {
  @GET("/ships")
  var list: @Sendable () async throws -> [Ship]
}

@API("/v3")
struct API: Sendable {
  @GET("/ping")
  var ping: @Sendable () async throws -> String
}

@API("/v3")
struct BerthsAndMoorings: Sendable {
  @GET("/berths")
  var list: @Sendable () async throws -> [String]
}

@Payload
struct Ship: Sendable {
  var name: String
}
