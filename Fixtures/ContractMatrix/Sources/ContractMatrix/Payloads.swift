public import Foundation
public import Naru

/// A public payload with every kind of field. Not `nonisolated`: what the macro writes is, in any module.
@Payload(keys: .snakeCase, init: true)
public struct Post: Codable, Sendable, Hashable, Identifiable {
  /// The number.
  @Key("postId") public var id: Int64
  /// What it says.
  public var content: String
  /// What it is.
  public let kind = "post"
  /// When it was written.
  public let createdAt: Date
  /// Where it leads to.
  public var link: URL?
  /// What it is about.
  public var tags: [String] = []
  /// How many may answer.
  public var limit: Int? = 5
  /// How many answered.
  @NumberFromText public var count: Int
  /// What it costs.
  @NumberFromText public var price: Decimal?
  /// The answers.
  public var replies: [Post]
  private(set) var cache: [String: Int] = [:]
  /// Whether it fills a screen.
  public var isLong: Bool { content.count > 140 }
  /// How many there may be.
  public static let maximum = 1
}

/// A type around payloads, with names that only its members see.
public enum Board {
  /// What a thread is.
  @Payload
  public enum State: String, Sendable {
    case active = "ACTIVE"
    case `default`
  }

  /// A thread.
  @Payload(init: true)
  public struct Thread: Sendable {
    /// Its state.
    public var state: State
    /// Its state as the server says it.
    public var open: Open<State>
    var own: Own?

    @Payload
    fileprivate struct Inner { var state: State }

    @Payload
    struct Own: Sendable { @NumberFromText var number: Int }
  }
}

/// A payload where its parameter is one.
@Payload
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
}

@Payload
struct Found<Item: Payload & Sendable>: Codable, Sendable {
  var item: Item
  var page: Page<Item>?
}

/// A shape of several kinds.
@Payload(tag: "type")
public indirect enum Shape: Sendable {
  case circle(radius: Double, name: String?)
  case post(Post)
  case pair(first: Shape, second: Shape)
  @Unknown case other(String)
}

@Payload
enum Side: Int8 { case left = -1, middle, right }

@Payload
enum Turn: Equatable {
  case none
  case by(Int, Int = 1)
  @Unknown case unknown
}

@Payload
private struct Hidden { var a: Int }

@Payload
struct Retired {
  var new: Int
  @available(*, deprecated) var old: Int?
}

/// Makes, reads and writes them, as an app does.
func usePayloads() throws {
  let json = JSONCoding()
  let post = Post(id: 1, content: "새", createdAt: Date(), count: 1, replies: [])
  let data = try json.encode([Shape.post(post), .circle(radius: 1, name: nil)])
  _ = try json.decode([Shape].self, from: data)
  _ = try JSONDecoder().decode(Page<Post>.self, from: data)
  _ = Page(items: [Hidden(a: 1)])
  _ = Found(item: 1, page: nil)
  _ = Board.Thread(state: .active, open: .known(.active))
  _ = Board.Thread.Own(number: 1)
  _ = try json.decode(Retired.self, from: data)
  _ = [Post.schema, Shape.schema, Side.schema, Page<Side>.schema, Board.State.schema]
}
