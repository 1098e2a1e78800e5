import Foundation
import HTTPTypes
import Naru

/// The importer of formats: it recognizes the JSON around values and failures.
struct FormatImporter {
  struct Format: Hashable {
    var name: String
    /// The protocol: `EnvelopeFormat`.
    var kind: String
    var needsLocalDates = false
    /// The codes that differ from the protocol's, by status.
    var codes: [Int: String] = [:]
    /// Whether a success without a value is `{}` with status 200.
    var hasEmptyObject = false
    var hasMessage = false

    /// Whether values are in `data`.
    var isEnvelope: Bool { kind.hasSuffix("EnvelopeFormat") }
    var emptyStatus: Int { isEnvelope || hasEmptyObject ? 200 : 204 }

    /// The code that the protocol gives a failure.
    func ownCode(_ status: Int) -> String? {
      let code = HTTPResponse.Status(code: status).failureCode
      switch kind {
      case "EnvelopeFormat", "CodeMessageFormat": return code
      case "ErrorMessageFormat": return code.lowercased()
      case "CodedEnvelopeFormat":
        let words = code.lowercased().split(separator: "_")
        return "error." + (words.first.map(String.init) ?? "") + words.dropFirst().map(\.capitalized).joined()
      default: return nil
      }
    }
  }

  /// Returns the kind of format whose failures have a schema. `nil` if it is none of the toolkit's.
  static func kind(ofFailure schema: JSONTree, type: String) -> String? {
    let names = Set(schema["properties"]?.fields.map(\.name) ?? [])
    if type == "application/problem+json" { return "ProblemFormat" }
    if names.isSuperset(of: ["success", "message", "error"]) { return "EnvelopeFormat" }
    if names.isSuperset(of: ["success", "message", "code"]) { return "CodedEnvelopeFormat" }
    if names.contains("success") { return nil }
    if names.isSuperset(of: ["code", "message"]) { return "CodeMessageFormat" }
    if names.isSuperset(of: ["error", "message"]) || names.isSuperset(of: ["error", "error_description"]) {
      return "ErrorMessageFormat"
    }
    if names.isSuperset(of: ["status", "message"]) { return "StatusMessageFormat" }
    return names == ["message"] ? "CodeMessageFormat" : nil
  }

  /// Returns the codes that a part of a failure's schema lists.
  static func codes(ofFailure schema: JSONTree) -> [String] {
    func codes(_ part: JSONTree) -> [String]? {
      (part["properties"]?.fields ?? []).lazy.compactMap { _, property in
        let values = property["enum"]?.elements.compactMap(\.text) ?? []
        return values.isEmpty ? codes(property) : values
      }.first
    }
    return (schema["allOf"]?.elements ?? []).lazy.compactMap(codes).first ?? []
  }

  /// The value in an envelope. `nil` if the schema is not one.
  static func value(inEnvelope schema: JSONTree) -> JSONTree? {
    guard let properties = schema["properties"], let data = properties["data"], properties["success"] != nil else {
      return nil
    }
    return data
  }
}
