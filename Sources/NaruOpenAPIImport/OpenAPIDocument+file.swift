package import Foundation
package import NaruOpenAPI

extension OpenAPIDocument {
  /// Reads a document, as JSON or YAML.
  ///
  /// - Throws: `MessageError` if it is not a document that can be imported.
  package init(contentsOf file: URL) throws {
    self.init(root: try ImportSource(contentsOf: file).root)
  }
}
