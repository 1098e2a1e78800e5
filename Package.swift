// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

/// The settings of every target of ours; a dependency keeps its own.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

/// Any of these will do; `scripts/check-matrix` builds with one of them at a time.
let swiftSyntax: Range<Version> =
  if let version = Context.environment["NARU_SWIFT_SYNTAX"].flatMap(Version.init(_:)) {
    version..<Version(version.major, version.minor, version.patch + 1)
  } else {
    "600.0.0"..<"605.0.0"
  }

let package = Package(
  name: "naru",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Naru", targets: ["Naru"]),
    .library(name: "NaruJSON", targets: ["NaruJSON"]),
    .library(name: "NaruAsyncHTTPClient", targets: ["NaruAsyncHTTPClient"]),
    .library(name: "NaruObservability", targets: ["NaruObservability"]),
    .library(name: "NaruAuth", targets: ["NaruAuth"]),
    .library(name: "NaruAuthTesting", targets: ["NaruAuthTesting"]),
    .library(name: "NaruServer", targets: ["NaruServer"]),
    .library(name: "NaruTesting", targets: ["NaruTesting"]),
    .library(name: "NaruIdentity", targets: ["NaruIdentity"]),
    .library(name: "NaruLocal", targets: ["NaruLocal"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "DockDock", targets: ["DockDock", "DockDockFeatures", "DockDockViews", "Screens"]),
    .library(name: "Squirret", targets: ["Squirret", "SquirretSignIn", "SquirretFeatures", "SquirretViews"]),
    .library(name: "Dori", targets: ["Dori", "DoriFeatures", "DoriViews", "Screens"]),
    .library(name: "Saerok", targets: ["Saerok", "SaerokFeatures", "SaerokViews", "Screens"]),
    .library(name: "Konkuk", targets: ["Konkuk", "KonkukFeatures", "KonkukViews", "Screens"]),
    .executable(name: "naru", targets: ["NaruCommand"]),
  ],
  dependencies: [
    // The contract and its client.
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/pointfreeco/xctest-dynamic-overlay", from: "1.4.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", swiftSyntax),
    // Metrics and traces.
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
    // Transports and the server.
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.30.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    // The local backend and the command.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.1.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(
      url: "https://github.com/apple/swift-configuration",
      from: "1.0.0",
      traits: [.defaults, "CommandLineArguments"]
    ),
    // Documentation.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .target(
      name: "NaruJSON",
      swiftSettings: settings
    ),
    .target(
      name: "Naru",
      dependencies: [
        "NaruJSON", "NaruMacros",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings
    ),
    .macro(
      name: "NaruMacros",
      dependencies: [
        .product(name: "SwiftCompilerPlugin", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxBuilder", package: "swift-syntax"),
        .product(name: "SwiftDiagnostics", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruAsyncHTTPClient",
      dependencies: [
        "Naru", "CZlib",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruObservability",
      dependencies: [
        "Naru",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruAuth",
      dependencies: [
        "Naru",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .target(name: "NaruAuthTesting", dependencies: ["Naru", "NaruAuth"], swiftSettings: settings),
    .target(
      name: "NaruServer",
      dependencies: [
        "Naru",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruTesting",
      dependencies: [
        "Naru", "NaruServer", "CZlib",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "IssueReporting", package: "xctest-dynamic-overlay"),
        // Outside Apple's systems an unimplemented endpoint can only report to a test that is linked with this.
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruIdentity",
      dependencies: [
        "Naru", "NaruServer", "Squirret",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "NaruLocal",
      dependencies: [
        "Naru", "NaruIdentity", "NaruServer", "Aladin", "Catalogue", "DockDock", "DockDockBackend", "Dori",
        "DoriBackend", "Konkuk", "KonkukBackend", "Saerok", "SaerokBackend", "Squirret",
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "NaruCommand",
      dependencies: [
        "Naru", "NaruAuth", "NaruIdentity", "NaruLocal", "NaruAsyncHTTPClient", "Catalogue", "DockDock", "Dori",
        "Konkuk", "Rules", "Saerok", "Squirret", "SquirretSignIn",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .systemLibrary(
      name: "CZlib",
      path: "Sources/CZlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),
    .target(
      name: "Catalogue",
      dependencies: [
        "CZlib",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Apps/Catalogue",
      exclude: ["Data/README.md"],
      resources: [.copy("Data/books_ko_nlk_10k.csv")],
      swiftSettings: settings
    ),
    .target(
      name: "DockDock",
      dependencies: ["Naru", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Apps/DockDock/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "Aladin",
      dependencies: ["Naru", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Apps/Aladin/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "DockDockBackend",
      dependencies: [
        "Naru", "Aladin", "Catalogue", "DockDock", "Rules", .product(name: "Logging", package: "swift-log"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Apps/DockDock/Backend",
      swiftSettings: settings
    ),
    .target(
      name: "DockDockFeatures",
      dependencies: ["Naru", "DockDock", "Screens"],
      path: "Apps/DockDock/Features",
      swiftSettings: settings
    ),
    .target(
      name: "DockDockViews",
      dependencies: ["Naru", "DockDock", "DockDockFeatures", "Screens", "ScreenViews"],
      path: "Apps/DockDock/Views",
      swiftSettings: settings
    ),
    .target(
      name: "Squirret",
      dependencies: ["Naru", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Apps/Squirret/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "SquirretSignIn",
      dependencies: ["Naru", "NaruAuth", "Squirret", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Apps/Squirret/SignIn",
      swiftSettings: settings
    ),
    .target(
      name: "SquirretFeatures",
      dependencies: ["Naru", "NaruAuth", "Squirret", "Screens"],
      path: "Apps/Squirret/Features",
      swiftSettings: settings
    ),
    .target(
      name: "SquirretViews",
      dependencies: ["Naru", "NaruAuth", "Squirret", "SquirretFeatures", "Screens", "ScreenViews"],
      path: "Apps/Squirret/Views",
      swiftSettings: settings
    ),
    .testTarget(
      name: "SquirretTests",
      dependencies: [
        "AppTesting", "Naru", "NaruAuth", "Screens", "Squirret", "SquirretFeatures", "SquirretSignIn",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruJSONTests",
      dependencies: ["NaruJSON"],
      swiftSettings: settings
    ),
    // What the rules of several apps are made of.
    .target(name: "Rules", dependencies: ["Naru"], path: "Apps/Rules", swiftSettings: settings),
    .target(
      name: "Dori",
      dependencies: ["Naru", "Rules", .product(name: "HTTPTypes", package: "swift-http-types")],
      path: "Apps/Dori/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "DoriBackend",
      dependencies: ["Naru", "Dori", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Apps/Dori/Backend",
      swiftSettings: settings
    ),
    // What the screens of several apps are made of.
    .target(
      name: "Screens",
      dependencies: ["Naru"],
      path: "Apps/Screens",
      exclude: ["Views"],
      swiftSettings: settings
    ),
    .target(
      name: "ScreenViews",
      dependencies: ["Naru", "Screens"],
      path: "Apps/Screens/Views",
      swiftSettings: settings
    ),
    .target(
      name: "DoriFeatures",
      dependencies: ["Naru", "Dori", "Rules", "Screens"],
      path: "Apps/Dori/Features",
      swiftSettings: settings
    ),
    .target(
      name: "DoriViews",
      dependencies: ["Naru", "Dori", "DoriFeatures", "Screens", "ScreenViews"],
      path: "Apps/Dori/Views",
      swiftSettings: settings
    ),
    .target(
      name: "Saerok",
      dependencies: ["Naru", "Rules"],
      path: "Apps/Saerok/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "SaerokBackend",
      dependencies: ["Naru", "Rules", "Saerok", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Apps/Saerok/Backend",
      swiftSettings: settings
    ),
    .target(
      name: "SaerokFeatures",
      dependencies: ["Naru", "Saerok", "Screens"],
      path: "Apps/Saerok/Features",
      swiftSettings: settings
    ),
    .target(
      name: "SaerokViews",
      dependencies: ["Naru", "Saerok", "SaerokFeatures", "Screens", "ScreenViews"],
      path: "Apps/Saerok/Views",
      swiftSettings: settings
    ),
    .target(
      name: "Konkuk",
      dependencies: ["Naru"],
      path: "Apps/Konkuk/Contract",
      swiftSettings: settings
    ),
    .target(
      name: "KonkukBackend",
      dependencies: ["Naru", "Catalogue", "Konkuk", "Rules", .product(name: "GRDB", package: "GRDB.swift")],
      path: "Apps/Konkuk/Backend",
      swiftSettings: settings
    ),
    .target(
      name: "KonkukFeatures",
      dependencies: ["Naru", "Konkuk", "Screens"],
      path: "Apps/Konkuk/Features",
      swiftSettings: settings
    ),
    .target(
      name: "KonkukViews",
      dependencies: ["Naru", "Konkuk", "KonkukFeatures", "Screens", "ScreenViews"],
      path: "Apps/Konkuk/Views",
      swiftSettings: settings
    ),
    .target(
      name: "AppTesting",
      dependencies: [
        "Naru",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      path: "Tests/AppTesting",
      swiftSettings: settings
    ),
    // Every model of the five contracts, there and back.
    .testTarget(
      name: "AppModelTests",
      dependencies: ["DockDock", "Dori", "Konkuk", "Naru", "Saerok", "Squirret"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruTests",
      dependencies: [
        "Naru",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruMacrosTests",
      dependencies: [
        "NaruMacros",
        .product(name: "SwiftSyntaxMacros", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
        .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PayloadTests",
      dependencies: ["Naru"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ContractTests",
      dependencies: [
        "Naru",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "IssueReportingTestSupport", package: "xctest-dynamic-overlay"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruObservabilityTests",
      dependencies: [
        "NaruObservability",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "MetricsTestKit", package: "swift-metrics"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruAuthTests",
      dependencies: [
        "NaruAuth", "NaruAuthTesting", "Naru",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruServerTests",
      dependencies: [
        "NaruServer",
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruTestingTests",
      dependencies: [
        "Naru", "NaruTesting", "NaruAsyncHTTPClient",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CatalogueTests",
      dependencies: ["Catalogue", "CZlib", .product(name: "GRDB", package: "GRDB.swift")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DockDockTests",
      dependencies: [
        "Aladin", "AppTesting", "Catalogue", "DockDock", "DockDockFeatures", "Naru", "NaruLocal", "NaruTesting",
        "Screens",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruIdentityTests",
      dependencies: [
        "NaruIdentity", "NaruServer", "Squirret",
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "CryptoExtras", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DoriTests",
      dependencies: [
        "AppTesting", "Dori", "DoriBackend", "DoriFeatures", "Naru", "Rules", "Screens",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SaerokTests",
      dependencies: [
        "AppTesting", "Saerok", "SaerokBackend", "SaerokFeatures", "Naru", "Screens",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "KonkukTests",
      dependencies: [
        "AppTesting", "Catalogue", "Konkuk", "KonkukBackend", "KonkukFeatures", "Naru", "Screens",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruLocalTests",
      dependencies: [
        "NaruLocal", "NaruIdentity", "Naru", "Aladin", "Catalogue", "DockDock", "Dori", "Saerok", "Squirret",
        .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "NaruCommandTests",
      dependencies: [
        "AppTesting", "NaruCommand", "DockDock", "NaruAsyncHTTPClient", "NaruAuth", "Squirret", "SquirretSignIn",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "AppTesting", "Catalogue", "DockDock", "Dori", "Konkuk", "Naru", "NaruAsyncHTTPClient", "NaruIdentity",
        "NaruLocal", "NaruTesting", "Rules", "Saerok", "Squirret",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
  ]
)
