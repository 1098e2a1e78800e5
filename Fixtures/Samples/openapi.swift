// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
@_exported import Naru
@_exported import NaruOpenAPI

// What docs/openapi.md leaves out.

@Payload(init: true)
public struct Review: Sendable { public var rating: Int }

@Payload(init: true)
public struct Book: Sendable, Identifiable { public var id: Int }

extension Books {
  static var preview: Books { .unimplemented }
}

let file = URL(filePath: "/")
