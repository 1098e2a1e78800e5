import NaruJSON

// Failures as servers of many frameworks describe them: the toolkit's own formats, NestJS, FastAPI, Django REST framework, Spring, Laravel,
// Rails, Stripe, OpenAI, Google, JSON:API, GraphQL and OAuth. `Names` is the table of the places where they have the parts. A value of
// another type than expected is skipped, so that the rest of the failure can still be read.

private enum Names {
  static let code = [
    "code", "errorCode", "error_code", "errCode", "resultCode", "errorcode", "resultcode", "Code", "__type",
  ]
  static let message = [
    "message", "error_description", "detail", "msg", "errorMessage", "error_message", "Message", "errorMsg", "errMsg",
    "error_msg", "resultMsg", "resultMessage", "errorSummary", "faultstring", "status_message",
    "defaultMessage", "description", "title", "reason",
  ]
  /// How many of the messages count outside of an error, where a `title` or a `description` may be a resource's own.
  static let general = 15
  static let field = [
    "field", "property", "propertyName", "propertyPath", "param", "parameter", "attribute", "target", "loc", "path",
    "name",
  ]
  /// Lists of errors, or dictionaries of errors or sentences by the names of fields.
  static let errors = [
    "errors", "fieldErrors", "violations", "issues", "invalid-params", "invalid_params", "ModelState",
    "validationErrors", "subErrors", "messages", "errorMessages",
  ]
  /// All names of fields that contain errors. Except in ``errors``, a string in a dictionary is not read as a message, because it may be
  /// any detail.
  static let places = errors + ["detail", "details", "message", "error"]
  /// Names in a dictionary of errors that are not fields of the request.
  static let transparent = [
    "non_field_errors", "base", "__all__", "full_messages", "formErrors", "fieldErrors", "fieldViolations", "errors",
    "_errors", "error",
  ]
}

extension ServerFailure {
  /// Reads a failure. Fields without a name or a sentence are left out. `nil` if the body has neither a code nor a sentence.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - key: The name of the code in the format.
  init?(loose body: JSONTree, code key: String) {
    // Salesforce's and Zod's bodies are lists of errors. Others have all in one object: data.go.kr's `response.header`, Apigee's `fault`.
    var tree = body.elements.contains { !$0.fields.isEmpty } ? ["errors": body] : body
    while tree.filled.count == 1, let (name, value) = tree.filled.first, !value.fields.isEmpty,
      !Names.places.contains(name)
    { tree = value }
    var found = FoundErrors()
    let objects = ["error", "detail", "message", "header", "result"].lazy.compactMap { tree[$0] }
    let inner = objects.first { !$0.fields.isEmpty }
    let described = inner?.errorMessage() == nil ? nil : inner
    // The errors beside a sentence. Without one, they are the object itself, which is collected as one of the root's.
    for source in [tree, described] {
      for name in Names.places { source?[name].map { found.collect($0, isNamed: Names.errors.contains(name)) } }
    }
    // JSend's sentences by field.
    if tree["status"] == "fail" { tree["data"].map { found.collect($0, isNamed: true) } }
    let phrase = tree["error"]?.text.flatMap { $0.isSentence ? $0 : nil }
    // Beside a number, `error` is the phrase of the status: “Bad Request”.
    let isOfStatus = tree["status"]?.number != nil || tree["statusCode"]?.number != nil
    message =
      tree.errorMessage(isNamed: true) ?? inner?.errorMessage()
      ?? (tree["error"]?.boolean == true ? tree.message(["reason"]) : nil) ?? found.general.sentence
      ?? (isOfStatus ? nil : phrase) ?? found.fields.map(\.message).sentence
    fields = found.fields
    // A number beside a code is the status: Supabase's `"code":400,"error_code":"weak_password"`.
    let isNumber = tree[key]?.number != nil
    // OAuth's, whatever the format calls its own. Kakao has a number of its own beside it.
    let oauth = tree["error_description"] == nil ? nil : tree["error"]?.identifier
    code =
      (isNumber ? tree.message(Names.code) : nil) ?? tree[key]?.identifier ?? oauth ?? tree.identifier(Names.code)
      ?? inner?.code ?? described?["name"]?.identifier ?? found.code
    if code == nil, !isOfStatus, phrase == nil { code = tree["error"]?.identifier }
    if phrase != nil, phrase == code, phrase == message { code = nil }
    // Spring and Rails may describe only the status.
    if code == nil, message == nil, !isOfStatus || tree["error"]?.text == nil { return nil }
  }
}

private let secrets = Redaction()

private struct FoundErrors {
  var fields: [ServerFailure.Field] = []
  /// The sentences that are about no field.
  var general: [String] = []
  /// The code of the first error, unless it is the code of a field.
  var code: String?

  /// Collects the errors of a field, or of the whole request if the path is empty.
  ///
  /// - Parameters:
  ///   - tree: Sentences, errors, or a dictionary of them by the names of fields.
  ///   - path: The path of the field.
  ///   - isNamed: Whether a string in a dictionary is a sentence, and not any other information.
  ///   - isElement: Whether it is one of a list, where `name` is a field. Elsewhere it is the name of the error.
  mutating func collect(_ tree: JSONTree, at path: String = "", isNamed: Bool, isElement: Bool = false) {
    switch tree {
    case .string(let text) where isNamed: add([text], at: path)
    case .array(let elements):
      add(elements.compactMap(\.text), at: path)
      for (index, element) in elements.enumerated() {
        let isError = path.isEmpty || element.errorMessage() != nil
        collect(element, at: isError ? path : "\(path)[\(index)]", isNamed: false, isElement: true)
      }
    case .object(let object):
      if let message = tree.errorMessage(isNamed: isNamed) {
        let (own, source) = (tree.fieldName(isElement), tree["source"]?.sourceName)
        let code = tree.code ?? tree["extensions"]?.code
        if fields.isEmpty, general.isEmpty, path.isEmpty, own == nil { self.code = code }
        return add([message], at: own ?? source ?? path, code: code)
      }
      for (name, value) in object.all {
        // A secret that is sent back is no sentence.
        if secrets.hides(name), !(value.elements + [value]).allSatisfy({ $0.text?.isSentence ?? true }) { continue }
        let place = path.isEmpty ? name : "\(path).\(name)"
        collect(value, at: Names.transparent.contains(name) ? path : place, isNamed: isNamed)
      }
    default: break
    }
  }

  private mutating func add(_ texts: [String], at path: String, code: String? = nil) {
    guard let message = texts.sentence else { return }
    if path.isEmpty { general.append(message) } else { fields.append(.init(path, message, code: code)) }
  }
}

extension JSONTree {
  /// The fields that are not empty.
  var filled: [(name: String, value: JSONTree)] { fields.filter { ![.null, "", [], [:]].contains($0.value) } }

  fileprivate func identifier(_ names: [String]) -> String? { names.lazy.compactMap { self[$0]?.identifier }.first }

  /// The code of an error: a string, Google's `status`, a number, or the kind.
  fileprivate var code: String? {
    let texts = (Names.code + ["status"]).lazy.compactMap { self[$0]?.text }.filter { !$0.isEmpty }
    let isNumber = self["status"]?.text.flatMap(Int.init) != nil
    return isNumber ? identifier(Names.code) : texts.first ?? identifier(Names.code + ["type", "rule"])
  }

  fileprivate func message(_ names: some Sequence<String>) -> String? {
    // OData 2 has the sentence beside its language.
    names.lazy.compactMap { self[$0]?.text ?? self[$0]?["value"]?.text }.first { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns the sentence of an error, or NestJS's sentences by the names of checks. If it is named, it may also be a dictionary of fields,
  /// such as `title`.
  fileprivate func errorMessage(isNamed: Bool = false) -> String? {
    message(isNamed ? Names.message.prefix(Names.general) : Names.message[...])
      ?? self["constraints"]?.fields.compactMap(\.value.text).sentence
  }

  /// The field that an error is about: `items[0].title` for FastAPI's `["body","items",0,"title"]`.
  fileprivate func fieldName(_ isElement: Bool) -> String? {
    if let pointer = self["pointer"]?.text { return .path(pointer) }
    // GraphQL's path leads to the place in the response.
    let names = isElement ? Names.field[...] : Names.field.dropLast()
    for name in names where name != "path" || self["extensions"] == nil && self["locations"] == nil {
      // The name of an error may be its class.
      if let text = self[name]?.text, !text.isEmpty, !text.hasPrefix("/"), !text.hasSuffix("Error") { return text }
      var parts = self[name]?.elements.compactMap(\.identifier) ?? []
      let places = ["body", "query", "path", "header", "cookie"]
      if parts.count > 1, places.contains(parts[0]), Int(parts[1]) == nil { parts.removeFirst() }
      if !parts.isEmpty { return .path(parts.joined(separator: "/")) }
    }
    return nil
  }

  /// The field in JSON:API's `source`.
  fileprivate var sourceName: String? {
    let pointer = self["pointer"]?.text?.replacing(/^\/data(\/(attributes|relationships))?/, with: "")
    return pointer.map(String.path) ?? message(["parameter", "header"])
  }

  /// Whether a field states that this is a failure. All others may be a value's.
  var statesFailure: Bool {
    let isDenied = ["ok", "success", "isSuccess"].contains { self[$0]?.boolean == false }
    let isNamed = ["status", "result"].contains { ["error", "fail"].contains(self[$0]?.text?.lowercased() ?? "") }
    return isDenied || isNamed
      || ["error", "errors"].contains { ![nil, .null, false, 0, "", [], [:]].contains(self[$0]) }
  }

  /// Whether this is a list of strings, or an object or a list of such: Django REST framework's and Rails' sentences by the names of fields.
  var isSentences: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty && elements.allSatisfy { $0.text != nil || $0.isSentences }
    case .object(let object): object.all.allSatisfy { $0.value.isSentences }
    default: false
    }
  }
}

extension [String] {
  /// The strings as one: separated by commas, or by spaces after the end of a sentence. `nil` if there are none.
  fileprivate var sentence: String? {
    let texts = filter { !$0.isEmpty }
    guard let first = texts.first else { return nil }
    return texts.dropFirst().reduce(first) { $0 + ($0.last.map(".!?。".contains) == true ? " " : ", ") + $1 }
  }
}

extension String {
  /// Whether the string has several words, or a character that no code has.
  fileprivate var isSentence: Bool { contains(" ") || !utf8.allSatisfy { $0 < 0x80 } }

  /// Returns the path of a JSON pointer (RFC 6901): `authors[0].name`.
  static func path(_ pointer: String) -> String {
    pointer.drop { $0 == "#" || $0 == "/" }.split(separator: "/").reduce(into: "") { path, part in
      let name = part.replacing("~1", with: "/").replacing("~0", with: "~")
      let isIndex = !name.isEmpty && name.allSatisfy { ("0"..."9").contains($0) }
      path += isIndex ? "[\(name)]" : path.isEmpty ? name : ".\(name)"
    }
  }
}

extension JSONWriter {
  /// Writes the invalid fields of a request as `errors`, unless there are none.
  mutating func errors(_ fields: [ServerFailure.Field]) throws(JSONError) {
    guard !fields.isEmpty else { return }
    // As trees, whose fields have one order.
    let errors = fields.map { field in
      var error: JSONTree = ["name": .string(field.name), "message": .string(field.message)]
      error["code"] = field.code.map(JSONTree.string)
      return error
    }
    try field("errors", errors)
  }
}
