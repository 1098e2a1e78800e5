import Naru

/// A contract with a value for its server.
protocol BenchContract: Contract {
  static var answering: Self { get }
}

/// A review with limits of each kind but a pattern, whose cost is that of the regular expression.
@Payload(init: true)
struct LimitedReview: Sendable {
  @Constraints(.range(1...5)) var rating: Int
  @Constraints(.length(1...40)) var title: String
  @Constraints(.length(1...5000)) var text: String
  @Constraints(.items(...10), .length(1...20)) var tags: [String]

  static let sample = LimitedReview(
    rating: 5,
    title: "나루터에서",
    text: String(repeating: "재미있게 읽었습니다. ", count: 20),
    tags: ["소설", "여행"]
  )
}

@API("/limited")
struct Limited: BenchContract {
  @POST("/reviews/{page}", limits: ["page": .range(1...)])
  var add: @Sendable (_ page: Int, _ review: LimitedReview) async throws -> Int

  static let answering = Limited(add: { page, _ in page })
}

/// The same review without limits.
@Payload(init: true)
struct FreeReview: Sendable {
  var rating: Int
  var title: String
  var text: String
  var tags: [String]

  static let sample = FreeReview(
    rating: LimitedReview.sample.rating,
    title: LimitedReview.sample.title,
    text: LimitedReview.sample.text,
    tags: LimitedReview.sample.tags
  )
}

/// The same contract without limits.
@API("/limited")
struct Free: BenchContract {
  @POST("/reviews/{page}")
  var add: @Sendable (_ page: Int, _ review: FreeReview) async throws -> Int

  static let answering = Free(add: { page, _ in page })
}
