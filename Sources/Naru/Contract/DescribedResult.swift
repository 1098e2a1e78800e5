package import HTTPTypes

/// How the value of a result is sent, for descriptions of a contract.
package enum ResultKind {
  /// As the body.
  case body(Any.Type)
  /// As the body with the status 201, or 200 if it existed before.
  case created(Any.Type)
  /// As the body and header fields. The type is `Void` for an empty body, and `Blob` for bytes.
  case bodyWithHeaders(Any.Type, [HTTPField.Name])
  /// As one of several variants.
  case variants([ResponseVariant])
  /// As the body, with the number of all elements in `X-Total-Count`.
  case counted(Any.Type)
  /// As a stream of values with a media type.
  case values(Any.Type, String)
  /// As bytes of any type.
  case bytes
}

/// A result that is not simply the body.
private protocol DescribedResult {
  static var kind: ResultKind { get }
}

extension CreatedOrExisting: DescribedResult {
  fileprivate static var kind: ResultKind { .created(Value.self) }
}

extension CountedList: DescribedResult {
  fileprivate static var kind: ResultKind { .counted([Element].self) }
}

extension Endpoint {
  /// How the result is sent. `nil` if there is none.
  package var resultKind: ResultKind? {
    switch result {
    case nil: nil
    case is Blob.Type: .bytes
    case let type as any DescribedResult.Type: type.kind
    case let type as any StreamedResult.Type: .values(Self.value(of: type), type.mediaTypes[0])
    case let type as any ResultWithHeaders.Type: .bodyWithHeaders(Self.body(of: type), type.headerNames)
    case let type as any ResultWithStatus.Type: .variants(type.variants)
    case let type?: .body(type)
    }
  }

  /// Whether a success has no value in its body.
  package var hasEmptyBody: Bool {
    if case .bodyWithHeaders(let type, _) = resultKind { type == Void.self } else { result == nil }
  }

  /// The statuses of a success. Without a value, it may have the status 200 or 204 if the endpoint declares none.
  package var successStatuses: Set<Int> {
    var statuses: Set<Int>
    switch resultKind {
    case .variants(let variants): statuses = Set(variants.map(\.status))
    case .created: statuses = [200, 201]
    default:
      let own: Set<Int> = hasEmptyBody ? [200, 204, format.emptySuccess.status.code] : [200]
      statuses = status.map { [$0.code] } ?? own
    }
    if let nilOn = nilOn?.code, nilOn < 300 { statuses.insert(nilOn) }
    return statuses
  }

  private static func value<Stream: StreamedResult>(of type: Stream.Type) -> Any.Type { Stream.Value.self }

  private static func body<Result: ResultWithHeaders>(of type: Result.Type) -> Any.Type { Result.Body.self }
}
