// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// Any of these versions works; `scripts/test types versions` builds with one of them at a time.
let swiftSyntax: Range<Version> =
  if let version = Context.environment["NARU_SWIFT_SYNTAX"].flatMap(Version.init(_:)) {
    version..<Version(version.major, version.minor, version.patch + 1)
  } else {
    "600.0.0"..<"605.0.0"
  }

/// A product of another package that is resolved only if the app enables a trait.
func product(_ name: String, _ package: String, trait: String) -> Target.Dependency {
  .product(name: name, package: package, condition: .when(traits: [trait]))
}

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let issueReporting = Target.Dependency.product(name: "IssueReporting", package: "xctest-dynamic-overlay")
// Without it, an unimplemented endpoint outside of Apple's platforms can't report its failure to the test.
let issueReportingTestSupport = Target.Dependency.product(
  name: "IssueReportingTestSupport",
  package: "xctest-dynamic-overlay"
)
// Apple's platforms have CryptoKit.
let crypto = Target.Dependency.product(
  name: "Crypto",
  package: "swift-crypto",
  condition: .when(platforms: [.linux, .android])
)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let argumentParser = product("ArgumentParser", "swift-argument-parser", trait: "Tools")
let nioCore = product("NIOCore", "swift-nio", trait: "Server")
let nioPosix = product("NIOPosix", "swift-nio", trait: "Server")

let allTraits: Set<String> = [
  "AsyncHTTPClient", "Macros", "Observability", "Server", "Tools", "URLSession",
]

/// Whether the toolkit's developers build, as the scripts do: with all modules, and with warnings as errors. A package that depends on the
/// toolkit builds it without warnings, and SwiftPM's newer build system rejects both settings together.
let isDevelopment = Context.environment["NARU_ALL_TRAITS"] != nil

#if compiler(<6.4)
  let warningsAreErrors = isDevelopment
#else
  // A newer compiler may have new warnings, with which `scripts/serve` has to build as well.
  let warningsAreErrors = false
#endif

/// Whether the command plug-in is part of the package. SwiftPM compiles everything below a plug-in a second time for the host, so the builds
/// of the scripts leave it out, but for those that run it and set `NARU_PLUGIN`.
let hasPlugin = !isDevelopment || Context.environment["NARU_PLUGIN"] != nil

/// Whether this build has all modules. An index of packages builds each target, and enables no trait:
/// https://github.com/SwiftPackageIndex/SwiftPackageIndex-Server/pull/4163
let buildsEverything =
  isDevelopment
  || !Context.packageDirectory.contains("/checkouts/")
    && ["SPI_BUILD", "SPI_PROCESSING"].contains { Context.environment[$0] != nil }

#if os(macOS)
  /// The privacy manifest of a target.
  let privacyManifest = [Resource.copy("PrivacyInfo.xcprivacy")]
  let unused: [String] = []
#else
  /// Only Apple's platforms have privacy manifests. Elsewhere a target with a resource gets a bundle that no one reads.
  let privacyManifest: [Resource] = []
  let unused = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
  name: "naru",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Naru", targets: ["Naru", "NaruJSON", "NaruMessages"]),
    .library(name: "NaruMessages", targets: ["NaruMessages"]),
    .library(name: "NaruScreens", targets: ["NaruScreens"]),
    .library(name: "NaruAsyncHTTPClient", targets: ["NaruAsyncHTTPClient"]),
    .library(name: "NaruObservability", targets: ["NaruObservability"]),
    .library(name: "NaruAuth", targets: ["NaruAuth", "NaruAuthDesktop"]),
    .library(name: "NaruOffline", targets: ["NaruOffline"]),
    .library(name: "NaruServer", targets: ["NaruServer", "NaruServerLimits"]),
    .library(name: "NaruLab", targets: ["NaruLab"]),
    .library(name: "NaruTesting", targets: ["NaruTesting"]),
    .library(name: "NaruOpenAPI", targets: ["NaruOpenAPI"]),
    .plugin(name: "NaruCommand", targets: ["NaruCommand"]),
  ],
  traits: [
    .trait(name: "AsyncHTTPClient", description: "NaruAsyncHTTPClient: the transport for Linux and servers."),
    .trait(name: "Macros", description: "@API and @Payload. Packages with expanded macros build without swift-syntax."),
    .trait(name: "Observability", description: "NaruObservability: metrics and traces of calls."),
    .trait(
      name: "Server",
      description: "NaruServer and NaruLab: contracts served by Hummingbird, and their lab.",
      // The lab's contract.
      enabledTraits: ["Macros"]
    ),
    .trait(
      name: "Tools",
      description: "The command plugin: swift package naru import|export|check|history|expand.",
      // `check` calls servers.
      enabledTraits: ["URLSession"]
    ),
    .trait(name: "URLSession", description: "URLSessionTransport on Linux; Apple's platforms always have it."),
    // With NARU_ALL_TRAITS, this package and Systems pass the same flags to the compiler, so that `scripts/test` builds what they share once.
    .default(enabledTraits: buildsEverything ? allTraits : ["Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.7.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", swiftSyntax),
    // The trait Observability.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    // NaruAuth outside of Apple's platforms, and NaruOffline. They are behind no trait, because packages of one app that name different
    // traits of a package often can't be resolved together (SwiftPM 6.3). Only a build of these products compiles them.
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    // The traits AsyncHTTPClient and Server.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    // The trait Tools.
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    // Documentation.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .target(name: "NaruJSON"),
    .target(name: "NaruMessages"),
    .macro(
      name: "NaruMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ]
    ),
    .target(
      name: "Naru",
      dependencies: [
        "NaruJSON", "NaruMessages", .target(name: "NaruMacros", condition: .when(traits: ["Macros"])), httpTypes,
        logging, issueReporting,
      ]
    ),
    .target(name: "NaruScreens", dependencies: ["Naru"]),
    .target(
      name: "NaruAsyncHTTPClient",
      dependencies: [
        "Naru", "CZlib", "AsyncHTTPClientTrait", httpTypes,
        product("AsyncHTTPClient", "async-http-client", trait: "AsyncHTTPClient"),
        product("NIOCore", "swift-nio", trait: "AsyncHTTPClient"),
        product("NIOHTTP1", "swift-nio", trait: "AsyncHTTPClient"),
        product("NIOFoundationCompat", "swift-nio", trait: "AsyncHTTPClient"),
        product("NIOHTTPTypesHTTP1", "swift-nio-extras", trait: "AsyncHTTPClient"),
      ]
    ),
    .target(
      name: "NaruObservability",
      dependencies: [
        "Naru", "ObservabilityTrait", httpTypes,
        product("CoreMetrics", "swift-metrics", trait: "Observability"),
        product("Metrics", "swift-metrics", trait: "Observability"),
        product("Instrumentation", "swift-distributed-tracing", trait: "Observability"),
        product("Tracing", "swift-distributed-tracing", trait: "Observability"),
      ]
    ),
    .target(
      name: "NaruAuth",
      dependencies: ["Naru", crypto, httpTypes, logging],
      exclude: unused,
      resources: privacyManifest
    ),
    .target(name: "NaruAuthDesktop", dependencies: ["NaruAuth", crypto, httpTypes]),
    .target(
      name: "NaruOffline",
      dependencies: ["Naru", grdb, httpTypes, logging],
      exclude: unused,
      resources: privacyManifest
    ),
    .target(
      name: "NaruServer",
      dependencies: [
        "Naru", "NaruServerLimits", "ServerTrait", httpTypes, logging, nioCore,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("NIOFoundationCompat", "swift-nio", trait: "Server"),
        product("ServiceLifecycle", "swift-service-lifecycle", trait: "Server"),
      ]
    ),
    // The guard of connections, below the adapter. `NaruServer` exports it.
    .target(
      name: "NaruServerLimits",
      dependencies: [
        "Naru", "ServerTrait", httpTypes, logging, nioCore,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("HummingbirdCore", "hummingbird", trait: "Server"),
        product("NIOHTTP1", "swift-nio", trait: "Server"),
        product("ServiceLifecycle", "swift-service-lifecycle", trait: "Server"),
        product("UnixSignals", "swift-service-lifecycle", trait: "Server"),
      ]
    ),
    .target(
      name: "NaruLab",
      dependencies: [
        "NaruServer", "NaruOpenAPI", "NaruRecording", httpTypes, nioCore,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("ServiceLifecycle", "swift-service-lifecycle", trait: "Server"),
      ],
      resources: [
        "lab.css", "lab.js", "page.js", "charts.js", "log.js", "faults.js", "state.js", "people.js",
        "explorer.js", "fields.js", "request.js", "events.js",
      ].map {
        .embedInCode("Page/\($0)")
      }
    ),
    // What a recording of calls is made of, its comparison with contracts, and the faults of tests and of the lab, which their products export.
    .target(name: "NaruRecording", dependencies: ["Naru", httpTypes]),
    .target(
      name: "NaruTesting",
      dependencies: ["Naru", "NaruRecording", httpTypes, issueReporting, issueReportingTestSupport]
    ),
    .target(name: "NaruOpenAPI", dependencies: ["Naru", "NaruRecording", httpTypes]),
    // For tools only: a program that serves contracts describes them without it.
    .target(
      name: "NaruOpenAPIImport",
      dependencies: ["Naru", "NaruOpenAPI", "ToolsTrait", httpTypes, product("Yams", "Yams", trait: "Tools")]
    ),
    .executableTarget(
      name: "naru-tool",
      dependencies: ["Naru", "NaruOpenAPI", "NaruOpenAPIImport", "ToolsTrait", argumentParser],
      path: "Sources/NaruTool"
    ),
    .plugin(
      name: "NaruCommand",
      capability: .command(
        intent: .custom(
          verb: "naru",
          description: "Imports, exports, checks and expands contracts, and keeps their history."
        )
        // No permission is declared, because SwiftPM would ask for it even for --help. The plugin says which option a command needs.
      ),
      dependencies: ["naru-tool"]
    ),
    // Without its trait, a module fails to build with one sentence instead of missing modules.
    .target(name: "AsyncHTTPClientTrait", path: "Sources/Traits/AsyncHTTPClient"),
    .target(name: "ObservabilityTrait", path: "Sources/Traits/Observability"),
    .target(name: "ServerTrait", path: "Sources/Traits/Server"),
    .target(name: "ToolsTrait", path: "Sources/Traits/Tools"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

    .target(name: "TestSupport", dependencies: ["Naru", httpTypes, inMemoryLogging], path: "Tests/TestSupport"),
    .target(
      name: "ServerTesting",
      dependencies: [
        logging, nioPosix,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("HummingbirdCore", "hummingbird", trait: "Server"),
        product("ServiceLifecycle", "swift-service-lifecycle", trait: "Server"),
      ],
      path: "Tests/ServerTesting"
    ),
    .testTarget(name: "NaruJSONTests", dependencies: ["NaruJSON"]),
    .testTarget(
      name: "NaruTests",
      dependencies: ["Naru", "TestSupport", httpTypes, logging, inMemoryLogging, issueReportingTestSupport]
    ),
    .testTarget(
      name: "NaruObservabilityTests",
      dependencies: [
        "NaruObservability", httpTypes,
        product("Metrics", "swift-metrics", trait: "Observability"),
        product("MetricsTestKit", "swift-metrics", trait: "Observability"),
        product("InMemoryTracing", "swift-distributed-tracing", trait: "Observability"),
        product("Tracing", "swift-distributed-tracing", trait: "Observability"),
      ]
    ),
    .testTarget(
      name: "NaruAuthTests",
      dependencies: ["NaruAuth", "TestSupport", crypto, httpTypes, logging, inMemoryLogging]
    ),
    .testTarget(name: "NaruScreensTests", dependencies: ["NaruScreens", "TestSupport"]),
    .testTarget(
      name: "NaruOfflineTests",
      dependencies: [
        "NaruOffline", "NaruAuth", "NaruScreens", "NaruTesting", "TestSupport", grdb, httpTypes, inMemoryLogging,
        logging,
      ]
    ),
    .testTarget(name: "NaruAuthDesktopTests", dependencies: ["NaruAuthDesktop", "TestSupport"]),
    .testTarget(
      name: "NaruServerTests",
      dependencies: [
        "NaruServer", "ServerTesting", "TestSupport", httpTypes, logging, inMemoryLogging, nioCore, nioPosix,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("HummingbirdTesting", "hummingbird", trait: "Server"),
      ]
    ),
    .testTarget(
      name: "NaruLabTests",
      dependencies: [
        "NaruLab", "NaruTesting", "NaruAsyncHTTPClient", "ServerTesting", "TestSupport", httpTypes, nioCore,
        product("HummingbirdCore", "hummingbird", trait: "Server"),
        product("Hummingbird", "hummingbird", trait: "Server"),
      ]
    ),
    .testTarget(name: "NaruTestingTests", dependencies: ["NaruTesting", "TestSupport", httpTypes]),
    .target(name: "OpenAPITestSupport", dependencies: ["Naru", httpTypes], path: "Tests/OpenAPITestSupport"),
    .testTarget(
      name: "NaruOpenAPITests",
      dependencies: [
        "NaruOpenAPI", "NaruOpenAPIImport", "NaruRecording", "OpenAPITestSupport", "TestSupport", httpTypes,
      ]
    ),
    .testTarget(
      name: "NaruOpenAPIImportTests",
      dependencies: ["NaruOpenAPI", "NaruOpenAPIImport", "OpenAPITestSupport", "TestSupport", httpTypes]
    ),
    .testTarget(name: "NaruToolTests", dependencies: ["naru-tool"]),
    .testTarget(
      name: "NaruConformanceTests",
      dependencies: [
        "NaruServer", "NaruAuth", "NaruAsyncHTTPClient", "NaruTesting", "ServerTesting", "TestSupport", httpTypes,
        logging, nioCore, nioPosix,
        product("Hummingbird", "hummingbird", trait: "Server"),
        product("NIOFoundationCompat", "swift-nio", trait: "Server"),
      ]
    ),
  ]
)

if !hasPlugin {
  package.products.removeAll { $0.name == "NaruCommand" }
  package.targets.removeAll { $0.type == .plugin }
}

/// The targets of this package that a target names as dependencies.
@MainActor func direct(_ target: Target) -> [Target] {
  target.dependencies.compactMap { dependency in
    guard case .byNameItem(let name, _) = dependency else { return nil }
    return package.targets.first { $0.name == name }
  }
}

/// The names of all targets of this package below a target, but for macros: those are plug-ins, and not linked.
@MainActor func all(below target: Target) -> Set<String> {
  direct(target).filter { $0.type != .macro }.reduce(into: []) { $0.formUnion(all(below: $1).union([$1.name])) }
}

for target in package.targets where target.type != .system && target.type != .plugin {
  // SwiftPM rebuilds a target only if a module changes that it depends on directly.
  target.dependencies += all(below: target).subtracting(direct(target).map(\.name)).sorted().map { .target(name: $0) }
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0470-isolated-conformances.md
    .enableUpcomingFeature("InferIsolatedConformances"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0481-weak-let.md
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]
  if warningsAreErrors {
    target.swiftSettings? += [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]
    #if os(macOS)
      // A new SDK deprecates declarations that the oldest supported systems need.
      target.swiftSettings?.append(.treatWarning("DeprecatedDeclaration", as: .warning))
    #endif
  }
  if target.name == "NaruJSON" {
    // The JSON reader doesn't outlive the bytes that it reads, and says where it relies on its own checks of their number.
    target.swiftSettings?.append(.enableExperimentalFeature("Lifetimes"))
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0458-strict-memory-safety.md
    if isDevelopment { target.swiftSettings?.append(.strictMemorySafety()) }
  }
  if target.type != .test, target.path?.hasPrefix("Tests/") != true {
    // Public functions, requirements and closures say `@concurrent` where the work has to leave the caller's actor, so that an
    // app writes them the same in each mode. Tests use the toolkit as an app in the default mode does.
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    target.swiftSettings?.append(.enableUpcomingFeature("NonisolatedNonsendingByDefault"))
  }
}
