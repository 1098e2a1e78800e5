import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in. It has two independent parts for each macro: `Parse` reads syntax into a `ContractModel` or a
/// `PayloadModel` of plain values and finds mistakes, `Render` generates source code from the model.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    APIMacro.self, PayloadMacro.self, MarkerMacro.self,
  ]
}
