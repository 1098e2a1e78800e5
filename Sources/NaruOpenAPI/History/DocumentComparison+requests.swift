import Naru

/// Requests of older apps, as the newer server reads them.
extension DocumentComparison {
  mutating func compareRequests(_ old: DescribedOperation, _ new: DescribedOperation) {
    let servers = old.servers.filter { old.hasServers || new.hasServers ? !old.isServed(by: new, at: $0) : false }
    if let server = servers.first, servers.count == old.servers.count {
      let request = RequestSample(old, in: self.old)?.line ?? "\(old.method) \(old.path)"
      func text(_ server: DescribedServer?, _ operation: DescribedOperation) -> String {
        operation.hasServers ? server?.text ?? "" : "the address of the other endpoints"
      }
      let host = text(server, old)
      let message = "the endpoint moved from \(host) to \(text(new.servers.first, new))"
      let advice = "Serve it at \(host) as well, until these releases are retired."
      add(.breaks, old.id, "request", message, advice, proof: "\(request), at \(host): no endpoint is there.")
    }
    compareParameters(old, new)
    compareBodies(old, new)
  }

  private mutating func compareParameters(_ old: DescribedOperation, _ new: DescribedOperation) {
    // The names of placeholders are not sent.
    for (was, now) in zip(DescribedPath.placeholders(of: old.path), DescribedPath.placeholders(of: new.path)) {
      guard let from = old.parameters.first(where: { $0.location == "path" && $0.name == was }),
        let to = new.parameters.first(where: { $0.location == "path" && $0.name == now })
      else { continue }
      compare(from, to, old)
    }
    func named(_ operation: DescribedOperation) -> [DescribedOperation.Parameter] {
      operation.parameters.filter { $0.location != "path" }
    }
    let before = Dictionary(named(old).map { ($0.key, $0) }) { first, _ in first }
    let after = Set(named(new).map(\.key))
    let gone = named(old).filter { !after.contains($0.key) }
    let renamed = SchemaComparison.renames(gone, named(new).filter { before[$0.key] == nil }) { gone, added in
      gone.name.isLike(added.name) && gone.location == added.location && gone.style == added.style
        && self.old.document.resolved(gone.schema) == self.new.document.resolved(added.schema)
    }
    for parameter in named(new) {
      let place = "\(parameter.location) \(parameter.name)"
      let known = before[parameter.key]
      let isEmptyList =
        parameter.style.hasSuffix(DescribedOperation.Parameter.byItself)
        && self.new.isEmptyIfAbsent(parameter.schema, isText: parameter.isText)
      if parameter.isRequired, known?.isRequired != true, !isEmptyList {
        let value = self.new.requests.view(parameter.schema).defaultValue
        add(
          value == nil ? .breaks : .mayBreak,
          old.id,
          place,
          SchemaComparison.required(known == nil ? "new required parameter" : "the parameter is required now", value),
          SchemaComparison.adviceForRequired(value),
          request: value == nil ? RequestSample(old, in: self.old, leavingOut: parameter.key) : nil,
          because: "“\(parameter.name)” is missing"
        )
      } else if known == nil {
        let free = parameter.location == "query" ? named(old).first { $0.hasFreeKeys(in: self.old) } : nil
        let message = free.map { "new optional parameter, which these apps can send as a key of `\($0.name)`" }
        add(message == nil ? .compatible : .mayBreak, old.id, place, message ?? "new optional parameter")
      }
      if let known { compare(known, parameter, old) }
    }
    for parameter in gone {
      let called =
        renamed.first { $0.gone.key == parameter.key }.map { "; it may be called `\($0.added.name)` now" } ?? ""
      let meaning = [
        "header idempotency-key": "the key is no longer read: a repeated call acts twice",
        "header if-match": "the version is no longer read: a change replaces those of others",
      ]
      let message = (meaning[parameter.key] ?? "the parameter is no longer read") + called
      let place = "\(parameter.location) \(parameter.name)"
      add(.mayBreak, old.id, place, message, "Read it until these releases are retired.")
    }
  }

  private mutating func compare(
    _ known: DescribedOperation.Parameter,
    _ parameter: DescribedOperation.Parameter,
    _ operation: DescribedOperation
  ) {
    let place = "\(known.location) \(known.name)"
    let view = old.requests.view(known.schema)
    // One value is written in the same way in both styles. Naru's routes read a list in every style.
    let isRead =
      new.isRecorded && parameter.isText && view.types == ["array"]
      && known.style.hasSuffix(DescribedOperation.Parameter.byItself)
    // A value by itself differs only as JSON, and in the path after a dot or a semicolon.
    let hasStyle =
      ["array", "object"].contains(view.types.first)
      || known.isText != parameter.isText && view.types.contains("string")
      || known.location == "path" && known.style.prefix(6) != parameter.style.prefix(6)
    if known.style != parameter.style, !isRead, hasStyle {
      let samples = SchemaSamples(api: old.requests, isFull: true)
      let element = samples.value(view.items ?? [:])
      let value = view.types == ["array"] ? element.map { .array([$0, $0]) } : samples.value(known.schema)
      let message = "the value was written in the style “\(known.style)”, and is read in “\(parameter.style)” now"
      let request = value.flatMap { RequestSample(operation, in: old, replacing: [known.key: $0]) }
      let (advice, reason) = ("Read both styles, or add a parameter with another name.", "is in another style")
      add(.breaks, operation.id, place, message, advice, request: request, because: "“\(parameter.name)” \(reason)")
      return
    }
    // A contract's server does not check a header field that always has one value.
    if known.location == "header", new.isRecorded,
      [old.document.resolved(known.schema), new.document.resolved(parameter.schema)].contains(where: {
        $0["enum"]?.elements.count == 1
      })
    {
      return
    }
    let isText = known.isText && parameter.isText
    let pair = SchemaComparison.Pair(written: known.schema, read: parameter.schema, isText: isText)
    let api = old
    addRequest(operation, place, pair) { RequestSample(operation, in: api, replacing: [known.key: $0]) }
  }

  private mutating func compareBodies(_ old: DescribedOperation, _ new: DescribedOperation) {
    let api = self.old
    if new.requiresBody, !old.requiresBody {
      let message = old.body == nil ? "a body is required now" : "the body is required now"
      let (advice, reason) = ("Keep it optional, or raise the minimum release.", "the body is missing")
      let request = RequestSample(old, in: api, leavingOutBody: true)
      add(.breaks, old.id, "request", message, advice, request: request, because: reason)
    }
    guard let body = old.body else { return }
    let (type, schema) = (body.type, body.schema)
    guard !new.bodies.isEmpty else {
      add(.mayBreak, old.id, "request", "the body is no longer read", "Read it until these releases are retired.")
      return
    }
    guard let read = new.bodies.content(type) else {
      let message = "the body was \(type), and is \(new.bodies.map(\.type).joined(separator: " or ")) now"
      let advice = "Accept \(type) as well, until these releases are retired."
      let request = RequestSample(old, in: api, body: SchemaSamples(api: api.requests).value(schema))
      add(.breaks, old.id, "request", message, advice, request: request, because: "its media type is \(type)")
      return
    }
    let isForm = type == "application/x-www-form-urlencoded" || type.hasPrefix("multipart/")
    let isPatch = old.method == "PATCH" || type == "application/merge-patch+json"
    let pair = SchemaComparison.Pair(written: schema, read: read.schema, isText: isForm, isPatch: isPatch)
    let hasNull = old.requiresBody || !api.requests.omitsNull
    addRequest(old, "request", pair, hasNull: hasNull, isBytes: body.kind == .bytes) {
      RequestSample(old, in: api, body: $0)
    }
    for (name, field) in isForm ? api.requests.view(schema).properties.all : [] {
      guard let present = self.new.requests.view(read.schema).properties[name] else { continue }
      let (was, now) = (body.style(of: name, field, api.requests), read.style(of: name, present, self.new.requests))
      let types = api.requests.view(field).types
      guard was != now, types == self.new.requests.view(present).types,
        [was, now].contains(DocumentContent.asFile)
          || (body.kind == .parts ? ["object"] : ["array", "object"]).contains(types.first)
      else { continue }
      let message = "the value was written \(was), and is read \(now) now"
      let advice = "Read both forms, or add a field with another name."
      add(.breaks, old.id, "request /\(pointer(name))", message, advice, proof: "“\(name)” is written \(was).")
    }
  }

  /// Adds the changes between a written and a read schema of a request.
  private mutating func addRequest(
    _ operation: DescribedOperation,
    _ place: String,
    _ pair: SchemaComparison.Pair,
    hasNull: Bool = true,
    isBytes: Bool = false,
    _ request: (JSONTree) -> RequestSample?
  ) {
    let reader = SchemaReader(api: new.requests, isServer: true, isText: pair.isText)
    for var change in requests.changes(pair, hasNull: hasNull) {
      if isBytes, change.level == .breaks { change.level = .mayBreak }
      let shown = shown(change, pair, old.requests, reader)
      change.level = level(change, isShown: shown != nil)
      add(change, operation, place, request: shown.flatMap { request($0.value) }, because: shown?.problem ?? "")
    }
  }

  mutating func compareCredentials(_ old: DescribedOperation, _ new: DescribedOperation) {
    guard !new.credentials.isEmpty else { return }
    let before = old.credentials.isEmpty ? [[:]] : old.credentials
    for credential in before {
      let names = credential.keys.sorted().joined(separator: " and ")
      let accepting = new.credentials.filter { Set($0.keys).isSubset(of: credential.keys) }
      if accepting.contains(where: { $0.allSatisfy { $1.isSubset(of: credential[$0] ?? []) } }) { continue }
      guard accepting.isEmpty else {
        let advice = "Accept the old scopes, because tokens that were issued before have only those."
        add(.mayBreak, old.id, "request", "the credential needs more scopes now", advice)
        continue
      }
      // Today's routes in memory accept every credential, so that this is never sent to them.
      let (message, reason) =
        names.isEmpty
        ? ("calls without a credential are rejected now", "no one is signed in")
        : ("the credential “\(names)” is no longer accepted", "the scheme is another one")
      let proof = RequestSample(old, in: self.old).map { "\($0.line): 401, because \(reason)." }
      add(.breaks, old.id, "request", message, "Accept the old calls until these releases are retired.", proof: proof)
    }
  }
}
