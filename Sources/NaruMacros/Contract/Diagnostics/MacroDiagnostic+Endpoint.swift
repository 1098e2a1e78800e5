import SwiftSyntax

// Mistakes in the type of an endpoint and in its parameters.

extension MacroDiagnostic {
  static let typeMissing = Mistake(
    "type-missing",
    "The macro reads the type of an endpoint from the source, so it can't be inferred. Write `%0: @Sendable (…) async throws -> …`."
  )
  static let typeIsNotFunction = Mistake(
    "type-not-function",
    "The macro reads the type of an endpoint from the source, and “%0” is not a function type. Write `@Sendable (…) async throws -> …` instead of a type alias."
  )
  static let optionalEndpoint = Mistake(
    "optional-endpoint",
    "An endpoint always exists, so its closure can't be optional. Write `@Sendable (…) async throws -> …`."
  )
  static let sendableMissing = Mistake(
    "sendable-missing",
    "A contract is shared between tasks, so its closures must be `@Sendable`.",
    .prefixing("Add `@Sendable`", with: "@Sendable ")
  )

  static func effectsMissing(_ function: FunctionTypeSyntax) -> MacroDiagnostic {
    let arrow = function.returnClause.arrow
    switch (function.effectSpecifiers?.asyncSpecifier, function.effectSpecifiers?.throwsClause) {
    case (nil, let clause?):
      return MacroDiagnostic("effects-missing", at: clause, "An endpoint waits for a response, so it must be `async`.")
        .fixed(by: "Add `async`", .insert("async ", before: clause.throwsSpecifier))
    case (let keyword?, nil):
      return MacroDiagnostic("effects-missing", at: keyword, "A call can fail, so an endpoint must be `throws`.")
        .fixed(by: "Add `throws`", .insert(" throws", after: keyword))
    default:
      return MacroDiagnostic(
        "effects-missing",
        at: arrow,
        "An endpoint waits for a response and can fail, so it must be `async throws`."
      ).fixed(by: "Add `async throws`", .insert("async throws ", before: arrow))
    }
  }

  static func nameMissing(_ parameter: TupleTypeElementSyntax) -> MacroDiagnostic {
    let type = parameter.type.trimmedDescription
    let diagnostic = MacroDiagnostic(
      "name-missing",
      at: parameter.firstName.map(Syntax.init) ?? Syntax(parameter.type),
      "A parameter's name is its name on the wire. Write `_ name: \(type)`."
    )
    if let underscore = parameter.firstName {
      return diagnostic.fixed(by: "Add a name", .insert(" <#name#>", after: underscore))
    }
    guard let token = parameter.type.firstToken(viewMode: .sourceAccurate) else { return diagnostic }
    return diagnostic.fixed(by: "Add a name", .insert("_ <#name#>: ", before: token))
  }

  static let nameRepeated = Mistake(
    "name-repeated",
    "There already is a parameter “%0”. Give each its own name."
  )
  static let nameIsSelf = Mistake(
    "name-self",
    "A method can't have a parameter “self”. Give this another name."
  )

  static let unsupported = Mistake(
    "unsupported",
    "%1 of an endpoint is sent as JSON or text, so it can't be %2. Use %3a type that is `Codable & Sendable`."
  )

  static func variadic(_ ellipsis: TokenSyntax, _ type: TypeSyntax) -> MacroDiagnostic {
    MacroDiagnostic("unsupported", at: ellipsis, "A parameter of an endpoint can't be variadic. Use an array.")
      .fixed(by: "Use an array", .replace(type, with: "[\(type.trimmedDescription)]"), .remove(ellipsis))
  }

  static let optionalInPath = Mistake(
    "optional-in-path",
    "“%1” is part of the path, so it can't be optional. Remove the `?`, or declare a second endpoint."
  )
  static let noPlaceholder = Mistake(
    "no-placeholder",
    "“%0” belongs in the path, but the path has no {%0}. Add it."
  )
  static let bodyNotAllowed = Mistake(
    "body-not-allowed",
    "%1 has no body. Send this in the query, or use @POST, @PUT or @PATCH."
  )
  static let secondBody = Mistake(
    "second-body",
    "“%1” already is the body. Put both into one struct, or use `Query<…>` or `Header<…>` for “%0”. In a form, every field is a `Form<…>`; with files, every part is a `Part<…>`."
  )
  static let elsewhere = Mistake(
    "not-in-%1",
    "The marker has “%0” in the %1, but its type puts it elsewhere (%2). Remove one of them."
  )
  static let inPathToo = Mistake(
    "not-in-path",
    "“%0” fills a placeholder of the path, and is also sent in the %1. A parameter is sent once: remove one of the two, or add a parameter for it."
  )

  static func wireNameRepeated(_ name: TokenSyntax, _ wireName: String, first: String?) -> MacroDiagnostic {
    let text =
      if let first {
        "“\(name.identifier.text)” is sent as “\(wireName)”, like “\(first)”. Give each its own name."
      } else {
        "“\(name.identifier.text)” is sent as “\(wireName)”, which is a constant of the path. Remove one of them."
      }
    return MacroDiagnostic("wire-name", at: name, text)
  }

  static let cookieName = Mistake(
    "cookie",
    "“%1” can't be the name of a cookie. Write its name in the marker: `headers: [\"Cookie\": \"…={%0}\"]`."
  )
  static let cookieIsList = Mistake(
    "cookie",
    "A cookie has one value. Use a scalar, or a `String` with the values."
  )
  static let secondFreeKeys = Mistake(
    "free-keys",
    "“%1” already gets every other key. Put both into one dictionary, or use `DeepObject<…>` for one of them."
  )

  /// `Data` in a list, or alone.
  static func bytes(_ bytes: TypeSyntax, in type: TypeSyntax, _ location: Location?) -> MacroDiagnostic {
    let isList = bytes.trimmedDescription != type.trimmedDescription
    let text =
      switch location {
      case .part: "A part of bytes is a file. Use `Blob` instead of `Data`."
      case .path, .query, .header, .cookie, .form:
        "`Data` can't be sent as text. Use a `Blob` as the body or a part, or a `String` with base64."
      case .body, nil:
        "`Data` is a base64 text in JSON. "
          + (isList ? "Put it" : "Use `Blob` for bytes as they are, or put it")
          + " into a struct if the server \(location == nil ? "sends" : "expects") base64."
      }
    let diagnostic = MacroDiagnostic("bytes", at: bytes, text)
    let isBlob = location == .part || ([.body, nil].contains(location) && !isList)
    return isBlob ? diagnostic.fixed(by: "Use `Blob`", .replace(bytes, with: "Blob")) : diagnostic
  }

  static let resultOfHead = Mistake(
    "head",
    "The response to HEAD has no body. Use `Void`, or a `ResultWithHeaders` whose body is optional."
  )
  static let resultOfResult = Mistake(
    "result",
    "A call throws its failure, so its result is the value alone. Write `async throws -> …` instead of a `Result`."
  )
  static let resultIsNotPage = Mistake(
    "not-page",
    "`Paged` selects a page, so the result of “%1” must be `Paginated`, such as `CountedList<Book>`. Write `Query<…>` if there are no pages."
  )
  static let versionedWithParameter = Mistake(
    "versioned",
    "The version belongs to the path, and a server looks it up without “%1”. Make “%1” optional, or put it into the path."
  )
  static let changesAreNotLiteral = Mistake(
    "changes",
    "The macro reads the names of the changed reads from the source. Write `[\"list\", \"Books.show\"]` with plain string literals."
  )
  static let changedIsNotRead = Mistake(
    "changes",
    "A call changes the results of reads, and “%1” is declared with @%2. Name a @GET or a @HEAD."
  )

  static func changedIsUnknown(_ literal: StringLiteralExprSyntax, _ name: String, _ similar: String?)
    -> MacroDiagnostic
  {
    let advice =
      similar.map { "Did you mean “\($0)”?" } ?? "Name a @GET or a @HEAD of it, or of another contract: \"Books.show\"."
    let diagnostic = MacroDiagnostic("changes", at: literal, "This contract has no endpoint “\(name)”. \(advice)")
    guard let similar else { return diagnostic }
    return diagnostic.fixed(by: "Write \"\(similar)\"", .replace(literal, with: "\"\(similar)\""))
  }

  static let secondPosition = Mistake(
    "second-position",
    "“%1” already selects the page. Put both into one struct: `Paged<Paging>`."
  )
}
