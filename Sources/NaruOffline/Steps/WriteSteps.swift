import Foundation
import HTTPTypes
public import Naru

/// Collects the calls of a write of several steps; see ``Offline/write(in:steps:)``.
public struct WriteSteps: Sendable {
  let offline: Offline
  let scope: String?
  private let added = Locked<[(call: WriteRecord, result: StepResult, undo: WriteRecord?)]>([])

  /// Adds a call.
  ///
  /// - Parameters:
  ///   - contract: the contract of the call and of `undo`.
  ///   - call: makes one call, of any method. It may use results of earlier steps.
  ///   - undo: makes the call that removes what `call` has created. Without one, `call` leaves nothing that has to be removed.
  /// - Returns: the result, which is not known yet.
  /// - Throws: `APIError` if the call can't be encoded, or is larger than ``OfflineOptions/maxWriteSize``.
  @discardableResult
  @concurrent
  public func add<API: Contract, Value>(
    _ contract: API.Type,
    _ call: @concurrent @Sendable (API) async throws -> Value,
    undo: (@concurrent @Sendable (_ api: API, _ result: StepResult) async throws -> Void)? = nil
  ) async throws -> StepResult {
    let request = try await offline.captured { _ = try await call(API.live($0)) }
    // Other writes may use the id of what the first call creates.
    let isCreation = request.head.method == .post && added.withLock { $0.isEmpty }
    let record = try await offline.record(request, in: scope, creating: isCreation ? LocalID() : nil)
    guard !request.endpoint.followsLink || record.linkedResult != nil else {
      throw APIError(.encodingFailed, "The link of a step must be a result of an earlier step.")
    }
    let result = StepResult((Value.self as? any Payload.Type)?.schema ?? .any, record)
    var undoing: WriteRecord?
    if let undo {
      undoing = try await offline.record(offline.captured { try await undo(API.live($0), result) }, in: scope)
    }
    added.withLock { [undoing] in $0.append((record, result, undoing)) }
    return result
  }

  /// Returns the first call, and all steps.
  func collected() throws -> (first: WriteRecord, steps: [StepRecord])? {
    let added = added.withLock { $0 }
    let numbers = Set(added.flatMap { $0.result.parts.withLock { $0.map(\.number) } })
    for call in added.flatMap({ [$0.call, $0.undo].compactMap(\.self) }) where try call.contains(partsOf: numbers) {
      throw APIError(
        .encodingFailed,
        "\(call.endpoint) has a result in a longer value or a multipart body."
      )
    }
    guard var first = added.first?.call else { return nil }
    first.progress = WriteProgress()
    return (first, try added.map { try StepRecord($0.call, results: $0.result.parts.withLock { $0 }, undo: $0.undo) })
  }
}

extension WriteRecord {
  /// Whether numbers of results remain after all that can be replaced are.
  fileprivate func contains(partsOf numbers: Set<Int64>) throws -> Bool {
    var rest = self
    try rest.replaceLocalIDs { _ in "" }
    let body = try rest.headers[.contentType]?.hasPrefix("image/") ?? false ? Data() : rest.body
    let digits = (Data((rest.target + rest.fields).utf8) + body).split { !(0x30...0x39).contains($0) }
    return digits.contains { Int64(String(decoding: $0.prefix(16), as: UTF8.self)).map(numbers.contains) ?? false }
  }
}

/// The result of a step that was not sent yet: a ``LocalID`` for each field, as an argument of later steps.
///
/// `result["id"].integer` and `result["key"].text` are used like any ``LocalID``, and `LinkURL(result["url"])` is the link of a call. A value
/// that is made of one, such as `"\(key.text).png"`, fails the write before anything is queued.
public final class StepResult: Sendable {
  private let schema: Schema
  private let call: WriteRecord
  let parts = Locked<[StepRecord.Part]>([])

  init(_ schema: Schema, _ call: WriteRecord) { (self.schema, self.call) = (schema, call) }

  /// Returns the id that stands for a field: `place["upload", "url"]` is `url` in the object `upload`. The field is a string or a whole
  /// number; if the response doesn't contain it, the write is rejected.
  ///
  /// - Parameter path: the names on the wire.
  /// - Throws: `APIError` if the type of the result has no such field.
  public subscript(path: String...) -> LocalID {
    get throws {
      guard schema.contains(path[...]) else {
        throw APIError(.encodingFailed, "The result has no field “\(path.joined(separator: "."))” on the wire.")
      }
      let id = path == [call.idName] ? call.localID ?? LocalID() : LocalID()
      parts.withLock { $0.append(.init(path: path, number: id.number)) }
      return id
    }
  }
}

extension LinkURL {
  /// Creates the link that stands for a field of a ``StepResult``.
  public init(_ id: LocalID) { self.init("/\(id.text)") }
}

extension Schema {
  /// Whether a value may have a field.
  fileprivate func contains(_ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return true }
    switch self {
    case .object(_, let fields, nil):
      return fields.first { $0.name == name }?.type.schema.contains(path.dropFirst()) ?? false
    default: return true
    }
  }
}
