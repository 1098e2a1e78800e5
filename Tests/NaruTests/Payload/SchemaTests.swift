import Foundation
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
    guard case .object(let named, let fields, _) = Post.schema else {
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

  struct Code: RawRepresentable, Codable, Sendable { var rawValue: String }

  @Test func aConstraintFitsOptionalsElementsRawValuesAndWrappedValues() {
    let codes: [Any.Type] = [
      Code.self, [Code?]?.self, Lossy<[Code]>.self, ExtensibleEnum<Sort>.self, Secret.self, URL.self,
    ]
    for type in codes { Constraint.length(1...3).requireKind(of: type, "code") }
    let numbers: [Any.Type] = [Level.self, Float.self, Decimal?.self, Set<UInt8>.self, Lenient<Int?>.self]
    for type in numbers { Constraint.range(1...3).requireKind(of: type, "number") }
    let lists: [Any.Type] = [[Post].self, [String: Post].self, Lossy<[Int]>?.self]
    for type in lists { Constraint.items(1...3).requireKind(of: type, "list") }
  }

  enum Sort: String, Codable, Sendable { case name }

  @Test func aConstraintOfAnotherKindStopsTheProgram() async {
    await #expect(processExitsWith: .failure) { _ = Schema.Field.field("n", Int.self, constraints: [.length(1...3)]) }
    await #expect(processExitsWith: .failure) { _ = Schema.Field.field("n", [Bool].self, constraints: [.range(1...3)]) }
    await #expect(processExitsWith: .failure) { _ = Schema.Field.field("n", Date?.self, constraints: [.pattern("a")]) }
    await #expect(processExitsWith: .failure) {
      _ = Endpoint.Parameter("n", .query, String.self, constraints: [.items(1...3)])
    }
  }
}
