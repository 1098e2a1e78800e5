import Naru

/// Responses of the newer server, as older apps read them.
extension DocumentComparison {
  mutating func compareResponses(_ old: DescribedOperation, _ new: DescribedOperation) {
    for response in new.successes where !old.successes.isEmpty { compareSuccess(old, response) }
    if new.successes.isEmpty, let known = old.successes.first {
      let statuses = new.responses.map(\.status).joined(separator: ", ")
      let message = "a success is no longer described" + (statuses.isEmpty ? "" : ", only \(statuses)")
      add(.mayBreak, old.id, "response \(known.status)", message, "Keep the success until these releases are retired.")
    }
    compareHeaders(old, new)
    if let status = new.nilOn, status != old.nilOn, !status.hasPrefix("2") {
      let message = "a missing value has the status \(status) now; it was \(old.nilOn ?? "a success")"
      let advice = "Keep the old status until these releases are retired."
      let proof = "\(status): the app throws an error instead of `nil`."
      add(.breaks, old.id, "response \(status)", message, advice, proof: proof)
    }
    compareFailures(old, new)
  }

  private mutating func compareSuccess(_ old: DescribedOperation, _ response: DescribedOperation.Response) {
    let place = "response \(response.status)"
    let own = old.successes.first { $0.status == response.status }
    if own == nil, old.hasForms {
      let advice = "Send one of the old statuses to these releases, or raise the minimum release."
      let proof = "\(response.status): the app reads only \(old.successes.map(\.status).joined(separator: ", "))."
      add(.breaks, old.id, place, "a success can have the status \(response.status) now", advice, proof: proof)
      return
    }
    guard let content = old.read(response.status) else { return }
    let (type, schema) = (content.type, content.schema)
    guard !response.content.isEmpty else {
      if old.isOptional || own?.content.isEmpty == true { return }
      let message = own == nil ? "a success can have no content now" : "the value is gone"
      let proof = "\(response.status) without a body: the app reads \(type)."
      add(.breaks, old.id, place, message, "Keep sending the value, or raise the minimum release.", proof: proof)
      return
    }
    guard let written = response.content(type) else {
      let now = response.content.map(\.type).joined(separator: " or ")
      let advice = "Keep sending \(type), or choose by the `Accept` of the request."
      let proof = content.isParsed ? "\(response.status) with Content-Type: \(now)." : nil
      let level = content.isParsed ? ContractChange.Level.breaks : .mayBreak
      add(level, old.id, place, "the value was \(type), and is \(now) now", advice, proof: proof)
      return
    }
    addResponse(old, response.status, written.schema, schema, of: content)
  }

  private mutating func addResponse(
    _ operation: DescribedOperation,
    _ status: String,
    _ written: JSONTree,
    _ read: JSONTree,
    of content: DocumentContent
  ) {
    for event in ["x-event-data", "x-line"] {
      if let now = written[event], let was = read[event] { addResponse(operation, status, now, was, of: content) }
    }
    let pair = SchemaComparison.Pair(written: written, read: read, isText: content.type == "text/plain")
    let reader = SchemaReader(api: old.responses, isServer: false)
    for var change in responses.changes(pair) {
      if !content.isParsed, change.level == .breaks { change.level = .mayBreak }
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
          let level = isNeeded ? ContractChange.Level.breaks : .mayBreak
          let message = "the header field “\(field.name)” \(now == nil ? "is no longer sent" : "can be missing now")"
          let proof = isNeeded ? "\(known.status) without “\(field.name)”: the result is made of it." : nil
          add(level, old.id, place, message, "Send it until these releases are retired.", proof: proof)
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
        let message = "the failure was \(read.type), and is \(now) now"
        let advice = "Keep the old media type, because apps read codes and messages in it."
        add(.mayBreak, old.id, "response \(status)", message, advice)
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
