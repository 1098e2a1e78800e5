import SwiftSyntax

// What can be wrong with the type of an endpoint and its parameters.

extension Problem {
  /// Whether it says that no endpoint has something of this type.
  var isAboutUnsupportedType: Bool { id == "unsupported" }

  static func typeMissing(_ pattern: PatternSyntax) -> Problem {
    Problem(
      "type-missing",
      at: pattern,
      """
      The macro reads the type of an endpoint from the source, and there is none. \
      Write `\(pattern.trimmedDescription): @Sendable (…) async throws -> …`.
      """
    )
  }

  static func typeIsNotFunction(_ type: TypeSyntax) -> Problem {
    Problem(
      "type-not-function",
      at: type,
      """
      The macro reads the type of an endpoint as it is written, and “\(type.trimmedDescription)” is not a function type. \
      Write `@Sendable (…) async throws -> …` here, not a name for it.
      """
    )
  }

  static func optionalEndpoint(_ type: TypeSyntax) -> Problem {
    Problem(
      "optional-endpoint",
      at: type,
      "An endpoint is always there, so its closure can't be optional. Write `@Sendable (…) async throws -> …`."
    )
  }

  static func sendableMissing(_ type: TypeSyntax) -> Problem {
    let problem = Problem(
      "sendable-missing",
      at: type,
      "A contract is shared between tasks, so its closures are `@Sendable`."
    )
    guard let token = type.firstToken(viewMode: .sourceAccurate) else { return problem }
    return problem.fixed(by: "Add `@Sendable`", .insert("@Sendable ", before: token))
  }

  static func effectsMissing(_ function: FunctionTypeSyntax) -> Problem {
    let arrow = function.returnClause.arrow
    switch (function.effectSpecifiers?.asyncSpecifier, function.effectSpecifiers?.throwsClause) {
    case (nil, let clause?):
      return Problem("effects-missing", at: clause, "An endpoint waits for an answer, so it is `async`.")
        .fixed(by: "Add `async`", .insert("async ", before: clause.throwsSpecifier))
    case (let keyword?, nil):
      return Problem("effects-missing", at: keyword, "A call can fail, so an endpoint is `throws`.")
        .fixed(by: "Add `throws`", .insert(" throws", after: keyword))
    default:
      return Problem(
        "effects-missing",
        at: arrow,
        "An endpoint waits for an answer, and the call can fail, so it is `async throws`."
      ).fixed(by: "Add `async throws`", .insert("async throws ", before: arrow))
    }
  }

  static func nameMissing(_ parameter: TupleTypeElementSyntax) -> Problem {
    let type = parameter.type.trimmedDescription
    let problem = Problem(
      "name-missing",
      at: parameter.firstName.map(Syntax.init) ?? Syntax(parameter.type),
      "A parameter's name is its name on the wire. Write `_ name: \(type)`."
    )
    if let underscore = parameter.firstName {
      return problem.fixed(by: "Add a name", .insert(" <#name#>", after: underscore))
    }
    guard let token = parameter.type.firstToken(viewMode: .sourceAccurate) else { return problem }
    return problem.fixed(by: "Add a name", .insert("_ <#name#>: ", before: token))
  }

  static func nameRepeated(_ name: TokenSyntax) -> Problem {
    Problem("name-repeated", at: name, "There is a parameter “\(name.text)” already. Give each its own name.")
  }

  static func nameIsSelf(_ name: TokenSyntax) -> Problem {
    Problem("name-self", at: name, "A method can't have a parameter “self”. Give this another name.")
  }

  static func unsupported(_ kind: String, in type: TypeSyntax, isResult: Bool) -> Problem {
    let what = kind.contains(" ") ? kind : "`\(kind)`"
    return Problem(
      "unsupported",
      at: type,
      """
      \(isResult ? "The result" : "A parameter") of an endpoint goes over the wire as JSON or text, so it can't be \(what). \
      Use a type that is `Codable & Sendable`.
      """
    )
  }

  static func variadic(_ ellipsis: TokenSyntax, _ type: TypeSyntax) -> Problem {
    Problem("unsupported", at: ellipsis, "A parameter of an endpoint can't be variadic. Use an array.")
      .fixed(by: "Use an array", .replace(type, with: "[\(type.trimmedDescription)]"), .remove(ellipsis))
  }

  static func implicitlyUnwrapped(_ type: ImplicitlyUnwrappedOptionalTypeSyntax) -> Problem {
    Problem("unsupported", at: type.exclamationMark, "An endpoint says what may be missing. Use `?`.")
      .fixed(by: "Use `?`", .replace(type.exclamationMark, with: "?"))
  }

  static func optionalInPath(_ type: TypeSyntax, _ name: String) -> Problem {
    Problem(
      "optional-in-path",
      at: type,
      """
      “\(name)” is a part of the path, which is another path without it, so it can't be optional. \
      Remove the `?`, or declare a second endpoint.
      """
    )
  }

  static func noPlaceholder(_ name: TokenSyntax) -> Problem {
    Problem(
      "no-placeholder",
      at: name,
      "“\(name.identifier.text)” is to go into the path, which has no {\(name.identifier.text)}. Add it to the path."
    )
  }

  static func bodyNotAllowed(_ type: TypeSyntax, _ method: Method) -> Problem {
    Problem(
      "body-not-allowed",
      at: type,
      "\(method.rawValue.uppercased()) has no body. Send this in the query, or use @POST, @PUT or @PATCH."
    )
  }

  static func secondBody(_ name: TokenSyntax, first: String) -> Problem {
    Problem(
      "second-body",
      at: name,
      """
      “\(first)” is the body already, and there is only one. \
      Put both into one struct, or say with `Query<…>` or `Header<…>` where “\(name.identifier.text)” goes. In a form, every \
      field is a `Form<…>`, and with files, every part is a `Part<…>`.
      """
    )
  }

  static func notInQuery(_ name: TokenSyntax, _ location: Location) -> Problem {
    Problem(
      "not-in-query",
      at: name,
      """
      The path has “\(name.identifier.text)” in its query, and its type says that it travels elsewhere (\(location.rawValue)). \
      Remove one of them.
      """
    )
  }

  static func secondPosition(_ name: TokenSyntax, first: String) -> Problem {
    Problem(
      "second-position",
      at: name,
      """
      “\(first)” says already which page is wanted. Put both into one struct: `Paged<Paging>`.
      """
    )
  }
}
