import Naru

/// Responses of the newer server, as older apps read them.
extension DocumentComparison {
  mutating func compareResponses(_ old: DescribedOperation, _ new: DescribedOperation) {
    for response in new.successes where !old.successes.isEmpty { compareSuccess(old, response) }
    compareHeaders(old, new)
    if let status = new.nilOn, status != old.nilOn, !status.hasPrefix("2") {
      add(
        .breaks,
        old.id,
        "response \(status)",
        "a missing value has the status \(status) now; it was \(old.nilOn ?? "a success")",
        "Keep the old status until these releases are retired.",
        proof: "\(status): the app throws an error instead of `nil`."
      )
    }
    compareFailures(old, new)
  }

  private mutating func compareSuccess(_ old: DescribedOperation, _ response: DescribedOperation.Response) {
    let place = "response \(response.status)"
    let own = old.successes.first { $0.status == response.status }
    if own == nil, old.hasForms {
      add(
        .breaks,
        old.id,
        place,
        "a success can have the status \(response.status) now",
        "Send one of the old statuses to these releases, or raise the minimum release.",
        proof: "\(response.status): the app reads only \(old.successes.map(\.status).joined(separator: ", "))."
      )
      return
    }
    guard let content = old.read(response.status) else { return }
    let (type, schema) = (content.type, content.schema)
    guard !response.content.isEmpty else {
      if old.isOptional || own?.content.isEmpty == true { return }
      add(
        .breaks,
        old.id,
        place,
        own == nil ? "a success can have no content now" : "the value is gone",
        "Keep sending the value, or raise the minimum release.",
        proof: "\(response.status) without a body: the app reads \(type)."
      )
      return
    }
    guard let written = response.content(type) else {
      let now = response.content.map(\.type).joined(separator: " or ")
      // Bytes are read whatever they are.
      let isParsed = MediaType(type).isJSON || schema["x-event-data"] != nil || schema["x-line"] != nil
      add(
        isParsed ? .breaks : .mayBreak,
        old.id,
        place,
        "the value was \(type), and is \(now) now",
        "Keep sending \(type), or choose by the `Accept` of the request.",
        proof: isParsed ? "\(response.status) with Content-Type: \(now)." : nil
      )
      return
    }
    addResponse(old, response.status, written.schema, schema)
  }

  private mutating func addResponse(
    _ operation: DescribedOperation,
    _ status: String,
    _ written: JSONTree,
    _ read: JSONTree
  ) {
    for event in ["x-event-data", "x-line"] {
      if let now = written[event], let was = read[event] { addResponse(operation, status, now, was) }
    }
    let pair = SchemaComparison.Pair(written: written, read: read)
    let reader = SchemaReader(api: old.responses, isServer: false)
    for var change in responses.changes(pair) {
      let proof = shown(change, pair, new.responses, reader).map { value, problem in
        "\(status) \(value.line): \(problem)."
      }
      change.level = level(change, isShown: proof != nil)
      add(change, operation, "response \(status)", proof: proof)
    }
  }

  private mutating func compareHeaders(_ old: DescribedOperation, _ new: DescribedOperation) {
    for known in old.responses {
      let others = known.status.hasPrefix("2") && !old.hasForms ? new.successes : []
      guard let present = new.response(known.status) ?? others.first else { continue }
      // The contents have the media type.
      for field in known.headers where field.name != "content-type" {
        let place = "response \(known.status)"
        let now = present.headers.first { $0.name == field.name }
        if now == nil || field.isRequired && now?.isRequired == false {
          let isNeeded = now == nil && known.status.hasPrefix("2") && old.requiredHeaders.contains(field.name)
          add(
            isNeeded ? .breaks : .mayBreak,
            old.id,
            place,
            "the header field “\(field.name)” \(now == nil ? "is no longer sent" : "can be missing now")",
            "Send it until these releases are retired.",
            proof: isNeeded ? "\(known.status) without “\(field.name)”: the result is made of it." : nil
          )
        }
        guard let now else { continue }
        for var change in responses.changes(.init(written: now.schema, read: field.schema, isText: true))
        where change.level == .breaks {
          change.level = .mayBreak
          change.message = "the header field “\(field.name)”: \(change.message)"
          add(change, old, place)
        }
      }
    }
  }

  /// Compares the failures. Apps that can't read one still have its status, and a new code is fine.
  private mutating func compareFailures(_ old: DescribedOperation, _ new: DescribedOperation) {
    var compared: Set<[String]> = []
    let statuses = (new.responses + old.responses).map(\.status).filter { !$0.hasPrefix("2") && !$0.hasPrefix("3") }
    for status in statuses {
      guard let known = old.response(status), let present = new.response(status), let read = known.read,
        compared.insert([known.status, present.status]).inserted,
        !old.successes.contains(where: { $0.status == known.status })
      else { continue }
      guard let written = present.content(read.type) else {
        if present.content.isEmpty { continue }
        let now = present.content.map(\.type).joined(separator: " or ")
        add(
          .mayBreak,
          old.id,
          "response \(status)",
          "the failure was \(read.type), and is \(now) now",
          "Keep the old media type, because apps read codes and messages in it."
        )
        continue
      }
      let pair = SchemaComparison.Pair(written: written.schema, read: read.schema)
      for var change in responses.changes(pair) where change.level == .breaks && !change.isNewValue {
        change.level = .mayBreak
        add(change, old, "response \(status)")
      }
    }
  }
}
