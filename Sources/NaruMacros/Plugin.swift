import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plug-in. What it does is in three parts that know nothing of each other's work: `Parse` reads syntax into
/// a `ContractModel` or a `PayloadModel` and finds mistakes, `Model` is plain values, `Render` writes source text from them.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    APIMacro.self, EndpointMacro.self, PayloadMacro.self, PayloadMarkerMacro.self,
  ]
}
