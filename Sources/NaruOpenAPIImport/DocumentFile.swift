package import Foundation
package import Naru

/// A file with an OpenAPI document.
package enum DocumentFile {
  /// Reads a document, as JSON or YAML.
  ///
  /// - Throws: `MessageError` if it is not a document that can be imported.
  package static func root(of file: URL) throws -> JSONTree { try ImportSource(contentsOf: file).root }
}
