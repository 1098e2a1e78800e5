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
    .package(name: "naru", path: "..", traits: [.defaults, "AsyncHTTPClient", "Observability", "Server"]),
    .package(name: "systems", path: "../Systems", traits: [.defaults, "PostgreSQL"]),
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
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "NaruObservability", package: "naru"),
        .product(name: "NaruServer", package: "naru"),
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
        .product(name: "NaruOffline", package: "naru"),
        .product(name: "DockDock", package: "systems"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "ChangeBench",
      dependencies: [
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruAsyncHTTPClient", package: "naru"),
        .product(name: "NaruOffline", package: "naru"),
        .product(name: "Saerok", package: "systems"),
      ],
      swiftSettings: settings
    ),
    .target(name: "CountedProgram", swiftSettings: settings),
    .target(
      name: "JSONModels",
      dependencies: [.product(name: "Naru", package: "naru"), .product(name: "DockDock", package: "systems")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "JSONBench",
      dependencies: [
        "JSONModels", .product(name: "Naru", package: "naru"), .product(name: "DockDock", package: "systems"),
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
  ]
)
