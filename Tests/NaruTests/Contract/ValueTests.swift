import HTTPTypes
import Naru
import Testing

struct ValueTests {
  @Test func anUnimplementedEndpointReportsAnIssueAndThrows() async {
    let api = Everything.unimplemented
    await withKnownIssue {
      await #expect(throws: APIError.self) { try await api.nothing() }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("Everything.nothing") }
        || "\(issue)".contains("Everything.nothing")
    }
    await withKnownIssue {
      do throws(APIError) {
        _ = try await api.typed(1)
      } catch {
        #expect(error.code == .unimplemented)
        #expect(error.endpoint == Everything.Endpoints.typed)
      }
    }
  }

  @Test func closuresCanBeReplacedByResultsAndErrors() async throws {
    var api = Everything.unimplemented
    api.body = returns(Note(id: 1, text: "fixed"))
    api.nothing = returns(())
    api.counted = returns([1, 2, 3])
    api.path = fails(APIError(.forbidden))
    #expect(try await api.body(note: Note(id: 2, text: "")) == Note(id: 1, text: "fixed"))
    try await api.nothing()
    #expect(try await api.counted().total == 3)
    await #expect(throws: APIError.self) { try await api.path(text: "", number: 1) }
    #expect(api.note == "untouched")
  }

  @Test
  @available(*, deprecated)
  func usingADeprecatedEndpointIsDeprecatedButItsExpansionIsNot() async throws {
    var api = Everything.echo
    api.old = { "old \($0)" }
    #expect(try await Everything.overHTTP(api).old(text: "text") == "old text")
  }

  @Test func tokensHaveMethodPathAndParameters() {
    let path = Everything.Endpoints.path
    #expect(path.path.description == "/everything/path/{text}/{number}.svg")
    #expect(path.summary == "Two parts of a path, one of them with a suffix.")
    #expect(path.parameters.map { $0.type == String.self } == [true, false])
    #expect(path.result == Arrived.self && Everything.Endpoints.alsoNothing.result == nil)
    #expect(Everything.Endpoints.query.auth == .none)
    #expect(Everything.Endpoints.header.auth == .required)
    let types: [Any.Type] = [Int.self, Bool.self, String.self, Note.self]
    #expect(zip(Everything.Endpoints.mixed.parameters, types).allSatisfy { $0.type == $1 })
    #expect(
      Everything.Endpoints.mixed.parameters == [
        .init("id", .path), .init("dry", .query), .init("mark", .header, optional: true), .init("note", .body),
      ]
    )
    #expect(Everything.Endpoints.repeat.parameters.map(\.name) == ["default", "call", "client", "api", "in", "p0"])
    #expect(
      Everything.endpoints.map(\.name) == [
        "path", "query", "header", "body", "optionalBody", "mixed", "nothing", "alsoNothing", "counted", "typed",
        "repeat", "old",
      ]
    )
  }
}
