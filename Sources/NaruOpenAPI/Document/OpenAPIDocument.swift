public import Foundation
public import Naru

/// An OpenAPI 3.1 document of any number of contracts.
///
/// ```swift
/// let document = OpenAPIDocument(title: "Books", version: "1.2.0", endpoints: Books.endpoints + Reviews.endpoints)
/// try document.yaml.write(to: file, options: .atomic)
/// ```
public struct OpenAPIDocument: Sendable, Hashable {
  /// The document.
  package let root: JSONTree

  /// Describes endpoints.
  ///
  /// - Parameters:
  ///   - title: the title of the API.
  ///   - version: the version of the API.
  ///   - description: a string about the API, in Markdown.
  ///   - servers: the addresses of the API. The paths of the contracts are below them.
  ///   - endpoints: the endpoints. Of two with the same method and path, only the first one is described, because only that one
  ///     responds.
  ///   - examples: example values, such as from previews.
  public init(
    title: String,
    version: String = "1.0.0",
    description: String = "",
    servers: [URL] = [],
    endpoints: [Endpoint],
    examples: OpenAPIExamples = OpenAPIExamples()
  ) {
    var writer = DocumentWriter(examples: examples)
    root = writer.document(title, version, description, servers, endpoints)
  }

  /// Describes endpoints for later comparisons: without the descriptions, and with the behavior of apps in `x-naru`.
  init(recording endpoints: [Endpoint], title: String, version: String) {
    var writer = DocumentWriter(examples: OpenAPIExamples(), isRecording: true)
    root = writer.document(title, version, "", [], endpoints)
  }

  /// Reads a document that is JSON.
  ///
  /// - Throws: `MessageError` if it is not an OpenAPI 3 document.
  public init(json: Data) throws {
    guard let root = JSONTree(json: json), root["openapi"]?.text?.hasPrefix("3.") == true else {
      throw MessageError("This is not an OpenAPI 3 document as JSON.")
    }
    self.root = root
  }

  package init(root: JSONTree) { self.root = root }

  /// The document as JSON, with line breaks for readers.
  public var json: Data { Data((JSONText(root).text + "\n").utf8) }

  /// The document as YAML.
  public var yaml: Data { Data(YAMLText(root).text.utf8) }
}
