import Naru

/// A contract that is written from the operations with one tag.
struct ImportedContract {
  var name: String
  var documentation: String
  /// The beginning of all paths, without a placeholder.
  var basePath: String
  var format: String
  /// The server of all endpoints, if the document has another one for the rest.
  var host: String?
  /// That of most endpoints, without scopes.
  var security: ImportedSecurity
  var endpoints: [ImportedEndpoint]
}

struct ImportedEndpoint {
  struct Parameter {
    var name: String
    var type: ImportedValue
    var documentation: String
  }

  struct Failure: Hashable {
    var status: Int
    var code: String?
    var summary: String
  }

  var name: String
  /// `GET`.
  var method: String
  /// The whole path with the query's names: `/v1/items?q={text}`.
  var path: String
  var query: String = ""
  var place: String
  var server: String?
  var security = ImportedSecurity()
  var status: Int?
  var headers: [(name: String, value: String)] = []
  var nilOn: Int?
  var idempotencyKey = false
  /// Whether the resource at the path has versions, which `If-Match` can require.
  var isVersioned = false
  var parameters: [Parameter] = []
  var result = ImportedValue.void
  var failures: [Failure] = []
  /// The reads that a call changes: their ids in the document, and later their names in the contracts.
  var changes: [String] = []
  var isDeprecated = false
  var summary: String
  var discussion: String
  /// The path without the names of its placeholders.
  var shape: String { path.replacing(/\{[^}]*\}/, with: "{}") }
  var used: [ImportedValue] { parameters.map(\.type) + [result] }
}
