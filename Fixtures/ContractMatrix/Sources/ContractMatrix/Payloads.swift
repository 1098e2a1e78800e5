public import Foundation
public import Naru

/// A public payload with every kind of field. It is not `nonisolated`, but the generated members are, in any module.
@Payload(keys: .snakeCase, init: true)
public struct Post: Codable, Sendable, Hashable, Identifiable {
  /// The number.
  @Key("postId") public var id: Int64
  /// The text.
  public var content: String
  /// The kind of content.
  public let kind = "post"
  /// The time of creation.
  public let createdAt: Date
  /// The linked page.
  public var link: URL?
  /// The topics.
  public var tags: [String] = []
  /// The maximum number of replies.
  public var limit: Int? = 5
  /// The number of replies.
  @Lenient public var count: Int
  /// The price.
  @Lenient public var price: Decimal?
  /// The replies.
  public var replies: [Post]
  private(set) var cache: [String: Int] = [:]
  /// Whether the text is long.
  public var isLong: Bool { content.count > 140 }
  /// The maximum number of posts.
  public static let maximum = 1
}

/// An enclosing type, whose names only its members see.
public enum Board {
  /// The state of a thread.
  @Payload
  public enum State: String, Sendable {
    case active = "ACTIVE"
    case `default`
  }

  /// A thread.
  @Payload(init: true)
  public struct Thread: Sendable {
    /// The state.
    public var state: State
    /// The state, which may be unknown.
    public var open: ExtensibleEnum<State>
    var own: Own?

    @Payload
    fileprivate struct Inner { var state: State }

    @Payload
    struct Own: Sendable { @Lenient var number: Int }
  }
}

/// A payload if its parameter is one.
@Payload
package struct Page<Item: Sendable>: Sendable {
  package var items: [Item]
}

@Payload
struct Found<Item: Payload & Sendable>: Codable, Sendable {
  var item: Item
  var page: Page<Item>?
}

/// A union with a tag.
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

/// Creates, reads and writes payloads like an app.
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
