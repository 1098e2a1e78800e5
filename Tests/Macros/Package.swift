// swift-tools-version: 6.2
import PackageDescription

/// The tests of the macros, in a package of their own: a test of a macro target makes SwiftPM build all test targets of
/// its package a second time for the host. `Sources/NaruMacros` is a link to the toolkit's sources.
let swiftSyntax = ["SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftParser", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"]
  .map { Target.Dependency.product(name: $0, package: "swift-syntax") }

let package = Package(
  name: "naru-macro-tests",
  platforms: [.macOS(.v14)],
  dependencies: [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")],
  targets: [
    // The plug-in's entry point is left out: a test bundle has its own.
    .target(name: "NaruMacros", dependencies: swiftSyntax, exclude: ["Plugin.swift"]),
    .testTarget(
      name: "NaruMacrosTests",
      dependencies: ["NaruMacros"] + swiftSyntax + [
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ]
    ),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
  ]
}
