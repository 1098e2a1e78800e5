// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target of ours, as in the package that is measured.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

let package = Package(
  name: "naru-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    // Named, because the folder may be called anything.
    .package(name: "naru", path: "..", traits: ["AsyncHTTPClient", "Offline", "Server"]),
    .package(name: "systems", path: "../Systems"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "CallBench",
      dependencies: [
        "CountedProgram",
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruJSON", package: "naru"),
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "NaruServer", package: "naru"),
        .product(name: "NaruLab", package: "naru"),
        .product(name: "DockDock", package: "systems"),
        .product(name: "Dori", package: "systems"),
        .product(name: "Konkuk", package: "systems"),
        .product(name: "Saerok", package: "systems"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "OfflineBench",
      dependencies: [
        "CountedProgram",
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "NaruLabContract", package: "naru"),
        .product(name: "NaruOffline", package: "naru"),
        .product(name: "DockDock", package: "systems"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "OpenAPIBench",
      dependencies: [
        "CountedProgram",
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruOpenAPI", package: "naru"),
        .product(name: "DockDock", package: "systems"),
        .product(name: "Dori", package: "systems"),
        .product(name: "Konkuk", package: "systems"),
        .product(name: "Saerok", package: "systems"),
        .product(name: "Squirret", package: "systems"),
      ],
      swiftSettings: settings
    ),
    .target(name: "CountedProgram", swiftSettings: settings),
    .target(
      name: "JSONModels",
      dependencies: [.product(name: "NaruJSON", package: "naru")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "JSONBench",
      dependencies: ["JSONModels", .product(name: "NaruJSON", package: "naru")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "IdentityBench",
      dependencies: [
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "NaruServer", package: "naru"),
        .product(name: "SquirretBackend", package: "systems"),
        .product(name: "SquirretStandIns", package: "systems"),
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Storage", package: "systems"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "LoadBench",
      dependencies: [
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "DockDock", package: "systems"),
        .product(name: "Dori", package: "systems"),
        .product(name: "Konkuk", package: "systems"),
        .product(name: "Saerok", package: "systems"),
        .product(name: "Squirret", package: "systems"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "SearchBench",
      dependencies: [
        .product(name: "Catalogue", package: "systems"),
        .product(name: "Storage", package: "systems"),
      ],
      swiftSettings: settings
    ),
  ]
)
