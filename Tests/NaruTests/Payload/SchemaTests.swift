import Naru
import Testing

struct SchemaTests {
  /// A post
  /// of a board.
  ///
  /// More.
  @Payload struct Post {
    /// The id.
    @Key("postId") var id: Int64
    var note: String?
    var tags: [String] = []
    var replies: [Post]
  }
  @Payload enum Level: Int { case low = 1, high, top = 0x10 }
  @Payload(tag: "kind") enum Shape {
    case circle(radius: Double)
    case post(Post)
    @Unknown case other
  }

  @Test func anObjectHasFieldsDescriptionsAndRequiredMarks() throws {
    guard case .object(let named, let fields) = Post.schema else {
      Issue.record("\(Post.schema)")
      return
    }
    #expect(named.description == "A post of a board.")
    #expect(fields.map(\.name) == ["postId", "note", "tags", "replies"])
    #expect(fields.map(\.isRequired) == [true, false, false, true])
    #expect(fields[0].description == "The id.")
  }

  @Test func anEnumerationHasItsRawValues() {
    guard case .enumeration(_, let values, _) = Level.schema else {
      Issue.record("\(Level.schema)")
      return
    }
    #expect(values == [1, 2, 16])
  }

  @Test func aUnionHasItsKnownCases() {
    guard case .union(_, let tag, let variants, let isOpen) = Shape.schema else {
      Issue.record("\(Shape.schema)")
      return
    }
    #expect(tag == "kind" && isOpen)
    #expect(variants.map(\.name) == ["circle", "post"])
  }
}
