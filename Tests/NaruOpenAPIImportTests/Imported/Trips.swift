// What an import of its own document writes, in a test of ImportTests.
import Naru

@API
struct Trips: Sendable {
  @GET("/trips")
  var list: @Sendable () async throws -> [Trip]

  @POST("/trips", status: 201)
  var create: @Sendable (_ tripPlan: TripPlan) async throws -> Trip

  @PATCH("/trips/{id}", headers: ["Content-Type": "application/merge-patch+json"])
  var update: @Sendable (_ id: Int, _ tripChanges: TripChanges) async throws -> Trip
}

@Payload(init: true, nulls: true)
struct Trip: Sendable, Hashable {
  var id: Int
  var note: String?
  var rank: Int?
}

@Payload(init: true)
struct TripPlan: Sendable, Hashable {
  @Constraints(.range(1...)) var days: Int = 3
  var share: Double = 0.5
  var name: String = ""
  var isOpen: Bool = true
  var pace: Pace = .fast
  var tags: [String] = ["a", "b"]
  var words: [String: String] = [:]
  var limit: Int? = 5
  var guide: String?
  var stop: String? = Optional.none
  var start: Stop?
  var size: UInt64?
  var level: Level?
}

@Payload
enum Pace: String, Sendable, Hashable, CaseIterable {
  case slow
  case fast
}

@Payload(init: true)
struct Stop: Sendable, Hashable {
  var name: String
  var nights: Int = 1
}

@Payload
enum Level: Int, Sendable, Hashable, CaseIterable {
  case easy = 1
  case hard = 2
}

@Payload(init: true)
struct TripChanges: Sendable, Hashable {
  var note: String?
  var rank: Int??
  var stop: Stop?
  var next: Stop??
  var last: LastStop?
}

@Payload(init: true)
struct LastStop: Sendable, Hashable {
  var gate: String??
  var nights: Int = 1
}
