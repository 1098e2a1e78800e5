import SwiftSyntax

/// The parser of the stored properties of a struct. It continues after a mistake, so that all of them are reported at
/// once.
struct FieldParser {
  /// A field, with the places where its mistakes are reported.
  struct Field {
    var model: FieldModel
    var key: Syntax
    var pattern: PatternSyntax
    /// Whether the property has a value without being read.
    var hasValue: Bool
    var access: AccessLevel
    var variable: VariableDeclSyntax
  }

  let naming: KeyNaming
  /// The `CodingKeys` that the user wrote.
  let written: WrittenKeys?
  /// The fields in the order of the declaration, without those that have no type.
  private(set) var fields: [Field] = []
  /// Whether a field is deprecated.
  private(set) var usesDeprecated = false
  /// The mistakes found.
  private(set) var diagnostics: [MacroDiagnostic] = []

  /// Reads a property.
  mutating func parse(_ variable: VariableDeclSyntax) {
    if let modifier = variable.modifiers.staticModifier {
      rejectMarkers(of: variable, as: "a `\(modifier.name.text)` property is not part of a value")
      return
    }
    for binding in variable.bindings where !binding.isStored {
      rejectMarkers(of: variable, as: "a computed property has no value of its own")
      return
    }
    if let modifier = variable.modifiers.first(where: { ["lazy", "weak", "unowned"].contains($0.name.text) }) {
      diagnostics.append(.modifier(modifier))
    }
    // The compiler reports a macro on several properties.
    let marker = KeyMarker(variable.attributes, isShared: variable.bindings.count > 1, diagnostics: &diagnostics)
    if let attribute = marker.attribute, written != nil { diagnostics.append(.keyBesideCodingKeys(attribute)) }
    if variable.attributes.isDeprecated { usesDeprecated = true }
    for attribute in variable.attributes.attributes where attribute.availability == .limited {
      diagnostics.append(.limitedField(attribute))
    }

    // In `var a, b: Type` the type applies to both.
    var type: TypeSyntax?
    var read: [Field] = []
    for binding in variable.bindings.reversed() {
      type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
      if let field = parse(binding, of: variable, type, marker) { read.append(field) }
    }
    fields += read.reversed()
  }

  private mutating func parse(
    _ binding: PatternBindingSyntax,
    of variable: VariableDeclSyntax,
    _ type: TypeSyntax?,
    _ marker: KeyMarker
  ) -> Field? {
    guard let token = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      diagnostics.append(.patternIsNotName(binding.pattern))
      return nil
    }
    let value = binding.initializer?.value
    guard let fieldType = type.map(FieldType.init) ?? value.flatMap(FieldType.init(of:)) else {
      diagnostics.append(.fieldTypeMissing(binding.pattern, token))
      return nil
    }
    if let mistake = fieldType.unsupported { diagnostics.append(mistake) }
    if let value, fieldType.isDoublyOptional, !value.is(NilLiteralExprSyntax.self) {
      diagnostics.append(.doublyOptionalWithValue(value))
    }
    let name = token.identifier
    // The values of a property wrapper may be of another type.
    if variable.attributes.wrapper == nil, let type = type ?? fieldType.literalType {
      for constraint in variable.attributes.constraints {
        constraint.check(of: name.text, type, diagnostics: &diagnostics)
      }
    }
    let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
    let wrapper = variable.attributes.wrapper
    let otherType = otherType(variable, type)
    let model = FieldModel(
      name: name,
      key: marker.key ?? written.map { $0.key(name.text) ?? "" } ?? naming.key(name.text),
      type: fieldType.text,
      wrapped: fieldType.wrapped,
      wrapper: wrapper?.attributeName.trimmedDescription,
      value: value?.trimmedDescription ?? (otherType == nil ? nil : "[:]"),
      isConstant: !isVariable && value != nil,
      distinguishesNull: fieldType.isDoublyOptional,
      otherType: otherType,
      constraints: variable.attributes.constraints.map(\.trimmedDescription),
      isDeprecated: variable.attributes.isDeprecated,
      documentation: variable.documentation
    )
    return Field(
      model: model,
      key: marker.node(or: binding.pattern),
      pattern: binding.pattern,
      hasValue: value != nil || (isVariable && fieldType.wrapped != nil) || wrapper?.arguments != nil,
      access: variable.modifiers.accessLevel ?? .internal,
      variable: variable
    )
  }

  /// Returns the type of the values if the property is the dictionary that takes the fields that are not declared.
  private mutating func otherType(_ variable: VariableDeclSyntax, _ type: TypeSyntax?) -> String? {
    guard let marker = variable.attributes.payloadMarkers.first(where: { $0.macroName == "Unknown" }) else {
      return nil
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var), variable.attributes.payloadMarkers.count == 1,
      variable.attributes.wrapper == nil, !fields.contains(where: { $0.model.otherType != nil }),
      let dictionary = type?.as(DictionaryTypeSyntax.self), dictionary.key.nominalName == "String"
    else {
      diagnostics.append(.unknownOnOther(marker))
      return nil
    }
    return dictionary.value.trimmedDescription
  }

  private mutating func rejectMarkers(of variable: VariableDeclSyntax, as what: String) {
    for marker in variable.attributes.payloadMarkers { diagnostics.append(.marker(marker, on: what)) }
  }
}
