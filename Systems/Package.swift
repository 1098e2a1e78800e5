// swift-tools-version: 6.2
import PackageDescription

/// Whether the toolkit's developers build, as in the toolkit's manifest.
let isDevelopment = Context.environment["NARU_ALL_TRAITS"] != nil

#if compiler(<6.4)
  let warningsAreErrors = isDevelopment
#else
  let warningsAreErrors = false
#endif

func naru(_ name: String) -> Target.Dependency { .product(name: name, package: "naru") }

/// The lab, which only its trait links.
let naruLab = Target.Dependency.product(name: "NaruLab", package: "naru", condition: .when(traits: ["Lab"]))

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let inMemoryLogging = Target.Dependency.product(name: "InMemoryLogging", package: "swift-log")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting = Target.Dependency.product(name: "HummingbirdTesting", package: "hummingbird")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let jwtKit = Target.Dependency.product(name: "JWTKit", package: "jwt-kit")

/// The traits that link a target. Every other target is always linked.
let traits: [String: Set<String>] = ["SquirretStandIns": ["StandIns"], "LibPQ": ["PostgreSQL"]]

/// The client of the server's calls to sign-in providers, which only its trait links.
let https = Target.Dependency.product(name: "NaruAsyncHTTPClient", package: "naru", condition: .when(traits: ["HTTPS"]))

extension Target.Dependency {
  /// A target that only its traits link.
  static func optional(_ name: String) -> Target.Dependency {
    .target(name: name, condition: traits[name].flatMap { .when(traits: $0) })
  }
}

/// The targets of a system: its contract, its backend, and with `screens` the models and views of an app; each with its other
/// dependencies.
func system(
  _ name: String,
  screens: Bool = true,
  contract: [Target.Dependency] = [],
  backend: [Target.Dependency] = [],
  features: [Target.Dependency] = [],
  views: [Target.Dependency] = []
) -> [Target] {
  let contractTarget = Target.Dependency(stringLiteral: name)
  let served: [Target] = [
    .target(name: name, dependencies: [naru("Naru"), httpTypes] + contract, path: "\(name)/Contract"),
    .target(
      name: "\(name)Backend",
      dependencies: [naru("Naru"), contractTarget, "ServedSystem", "Rules", "Storage", httpTypes, logging] + backend,
      path: "\(name)/Backend"
    ),
  ]
  guard screens else { return served }
  return served + [
    .target(
      name: "\(name)Features",
      dependencies: [naru("Naru"), naru("NaruScreens"), contractTarget] + features,
      path: "\(name)/Features"
    ),
    .target(
      name: "\(name)Views",
      dependencies: [
        naru("Naru"), naru("NaruOffline"), naru("NaruScreens"), .init(stringLiteral: "\(name)Features"),
      ] + views,
      path: "\(name)/Views"
    ),
  ]
}

/// The systems. The local backend depends on all of their backends.
let systems =
  system(
    "DockDock",
    contract: ["PictureLinks"],
    backend: ["Catalogue"],
    features: ["Rules", "Support", naru("NaruOffline")],
    views: ["Covers"]
  )
  + system("Saerok", contract: ["PictureLinks"], backend: ["Pictures", hummingbird], features: [naru("NaruOffline")])
  + system("Dori", contract: ["Rules", "Support"], features: ["Rules", naru("NaruOffline")])
  + system("Konkuk", backend: ["Catalogue"], features: ["Covers"], views: ["Covers"])
  + system(
    "Squirret",
    backend: [
      naru("NaruServer"), configuration, crypto, hummingbird, jwtKit, nioCore,
      .product(name: "CryptoExtras", package: "swift-crypto"),
    ],
    features: [naru("NaruAuth")]
  )

/// The product of a system: what its app uses.
func app(_ name: String, _ more: [String] = []) -> Product {
  .library(name: name, targets: [name, "\(name)Features", "\(name)Views"] + more)
}

let package = Package(
  name: "systems",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "naru", targets: ["Command"]),
    .executable(name: "naru-server", targets: ["Server"]),
    app("DockDock", ["Covers"]), app("Saerok"), app("Dori"), app("Konkuk", ["Covers"]),
    app("Squirret", ["SquirretSignIn"]),
    .library(name: "SquirretBackend", targets: ["SquirretBackend"]),
    .library(name: "SquirretStandIns", targets: ["SquirretStandIns"]),
    .library(name: "Catalogue", targets: ["Catalogue"]),
    .library(name: "Storage", targets: ["Storage"]),
  ],
  traits: [
    .trait(name: "StandIns", description: "Stand-ins for the sign-in providers. A production build is without them."),
    .trait(name: "Lab", description: "The lab of naru-server. A production build is without it."),
    .trait(name: "HTTPS", description: "Calls of the server to sign-in providers. A production build needs it."),
    .trait(name: "PostgreSQL", description: "PostgreSQL in place of SQLite, for several machines. It needs libpq."),
    .default(enabledTraits: ["StandIns", "Lab"]),
  ],
  dependencies: [
    // Named, because the folder may be called anything.
    .package(
      name: "naru",
      path: "..",
      traits: isDevelopment ? [.defaults] : ["AsyncHTTPClient", "Server"]
    ),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.24.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.0.0"),
    .package(url: "https://github.com/vapor/jwt-kit", from: "5.1.0"),
    .package(url: "https://github.com/apple/swift-crypto", "4.1.0"..<"5.0.0"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.0.0", traits: []),
  ],
  targets: systems + [
    .target(
      name: "SquirretSignIn",
      dependencies: [naru("Naru"), naru("NaruAuth"), "Squirret", httpTypes],
      path: "Squirret/SignIn"
    ),
    .target(
      name: "SquirretStandIns",
      dependencies: [
        naru("Naru"), naru("NaruServer"), "SquirretBackend", crypto, httpTypes, hummingbird, jwtKit, logging,
      ],
      path: "Squirret/StandIns"
    ),
    // Small helpers, without HTTP.
    .target(name: "Support", dependencies: [naru("NaruMessages")], path: "Shared/Support"),
    .target(name: "Covers", dependencies: [naru("Naru"), "Support"], path: "Shared/Covers"),
    .target(name: "PictureLinks", dependencies: [naru("Naru")], path: "Shared/PictureLinks"),
    .target(name: "Rules", dependencies: [naru("Naru")], path: "Shared/Rules"),
    .systemLibrary(
      name: "LibPQ",
      path: "Shared/LibPQ",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
    ),
    .target(
      name: "Storage",
      dependencies: [naru("NaruMessages"), .optional("LibPQ"), "Support", grdb],
      path: "Shared/Storage"
    ),
    .target(
      name: "ServedSystem",
      dependencies: [
        naru("Naru"), naru("NaruOpenAPI"), "PictureLinks", "Storage", "Support", configuration, httpTypes, hummingbird,
        logging,
      ],
      path: "Shared/ServedSystem"
    ),
    .systemLibrary(
      name: "Zlib",
      path: "Shared/Zlib",
      pkgConfig: "zlib",
      providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]
    ),
    .target(name: "Pictures", dependencies: ["Zlib"], path: "Shared/Pictures"),
    .target(
      name: "Catalogue",
      dependencies: [naru("NaruMessages"), "Pictures", "Storage", "Zlib"],
      path: "Catalogue",
      exclude: ["Data/README.md"],
      resources: [.copy("Data/books_ko_nlk_10k.csv")]
    ),
    .target(
      name: "Local",
      dependencies: [
        naru("Naru"), naru("NaruOpenAPI"), naru("NaruServer"), naruLab, "Catalogue", "DockDock", "Rules", "Storage",
        .optional("SquirretStandIns"),
        crypto, httpTypes, hummingbird, logging, nioCore,
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ] + systems.filter { $0.name.hasSuffix("Backend") }.map { .target(name: $0.name) },
      path: "Local"
    ),
    // What both programs share.
    .target(
      name: "CommandSupport",
      dependencies: [naru("Naru"), "Rules", "Support", argumentParser, nioCore],
      path: "Shared/CommandSupport"
    ),
    .executableTarget(
      name: "Server",
      dependencies: [
        naru("Naru"), naruLab, https, "CommandSupport", "DockDock", "Local", argumentParser, hummingbird, logging,
      ],
      path: "Server"
    ),
    .executableTarget(
      name: "Command",
      dependencies: [
        naru("Naru"), naru("NaruAuth"), naru("NaruAsyncHTTPClient"), naru("NaruOffline"), "CommandSupport",
        "DockDockFeatures", "DoriFeatures", "Konkuk", "Rules", "SaerokFeatures", "SquirretSignIn", "Support",
        argumentParser, httpTypes,
      ],
      path: "Command"
    ),

    .target(
      name: "SystemTesting",
      dependencies: [
        naru("Naru"), naru("NaruOffline"), "Catalogue", "Rules", "ServedSystem", "Storage", "StorageTesting",
        asyncHTTPClient, httpTypes, logging, nioCore, nioHTTP1, nioPosix,
      ],
      path: "Tests/SystemTesting"
    ),
    .target(name: "StorageTesting", dependencies: [naru("NaruMessages"), "Storage"], path: "Tests/StorageTesting"),
    .target(name: "LocalTesting", dependencies: ["Local", "StorageTesting"], path: "Tests/LocalTesting"),
    .testTarget(name: "StorageTests", dependencies: [naru("NaruMessages"), "StorageTesting", grdb]),
    .testTarget(name: "CatalogueTests", dependencies: [naru("NaruMessages"), "Catalogue", "StorageTesting", "Zlib"]),
    .testTarget(
      name: "DockDockTests",
      dependencies: [
        "DockDockBackend", "DockDockFeatures", "SystemTesting", naru("NaruOffline"), naru("NaruTesting"), grdb,
        httpTypes,
      ]
    ),
    .testTarget(
      name: "DoriTests",
      dependencies: ["DoriBackend", "DoriFeatures", "SystemTesting", naru("NaruOffline")]
    ),
    .testTarget(
      name: "SaerokTests",
      dependencies: [
        "SaerokBackend", "SaerokFeatures", "SystemTesting", naru("NaruOffline"), naru("NaruServer"), httpTypes,
        hummingbird, hummingbirdTesting,
      ]
    ),
    .testTarget(
      name: "KonkukTests",
      dependencies: ["Covers", "KonkukBackend", "KonkukFeatures", "StorageTesting", "SystemTesting", httpTypes]
    ),
    .testTarget(
      name: "SquirretTests",
      dependencies: ["SquirretFeatures", "SquirretSignIn", "SystemTesting", httpTypes]
    ),
    .testTarget(
      name: "SquirretBackendTests",
      dependencies: [
        "SquirretBackend", "SquirretStandIns", "StorageTesting", configuration, crypto, httpTypes, hummingbird,
        hummingbirdTesting, jwtKit, logging, nioCore, .product(name: "CryptoExtras", package: "swift-crypto"),
      ]
    ),
    .executableTarget(
      name: "KilledWriter",
      dependencies: ["ServedSystem", "Storage", naru("Naru"), grdb, httpTypes],
      path: "Tests/KilledWriter"
    ),
    .testTarget(
      name: "LocalTests",
      dependencies: [
        "KilledWriter", "LocalTesting", naruLab, configuration, grdb, httpTypes, hummingbird, hummingbirdTesting,
        inMemoryLogging, logging, nioCore,
      ]
    ),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "Command", "Server", "SystemTesting", naruLab, argumentParser, asyncHTTPClient, grdb, httpTypes, nioCore,
        nioHTTP1, nioPosix,
      ]
    ),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "LocalTesting", "SystemTesting", naru("NaruAsyncHTTPClient"), naru("NaruOffline"), naru("NaruServer"),
        naru("NaruTesting"), asyncHTTPClient, grdb, httpTypes, hummingbird, logging, nioCore, nioHTTP1, nioPosix,
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]
    ),
  ]
)

/// The targets of this package that a target names as dependencies.
@MainActor func direct(_ target: Target) -> [Target] {
  target.dependencies.compactMap { dependency in
    switch dependency {
    case .byNameItem(let name, _), .targetItem(let name, _): package.targets.first { $0.name == name }
    default: nil
    }
  }
}

/// The names of all targets of this package below a target.
@MainActor func all(below target: Target) -> Set<String> {
  direct(target).reduce(into: []) { $0.formUnion(all(below: $1).union([$1.name])) }
}

/// The toolkit's products that a target uses whatever the traits are.
@MainActor func toolkit(_ target: Target) -> Set<String> {
  target.dependencies.reduce(into: []) { names, dependency in
    if case .productItem(let name, "naru", _, let condition) = dependency, condition == nil { names.insert(name) }
  }
}

/// The toolkit's products that the targets below a target use.
@MainActor func toolkit(below target: Target) -> Set<String> {
  direct(target).reduce(into: []) { $0.formUnion(toolkit($1).union(toolkit(below: $1))) }
}

let closures = package.targets.map { target in
  (
    targets: all(below: target).subtracting(direct(target).map(\.name)).sorted(),
    products: toolkit(below: target).subtracting(toolkit(target)).sorted()
  )
}
for (target, more) in zip(package.targets, closures) where target.type != .system {
  // SwiftPM rebuilds a target only if a module changes that it depends on directly.
  target.dependencies += more.products.map(naru)
  target.dependencies += more.targets.map { .optional($0) }
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
    .enableUpcomingFeature("InferIsolatedConformances"),  // SE-0470
    .enableUpcomingFeature("ImmutableWeakCaptures"),  // SE-0481
  ]
  if warningsAreErrors {
    target.swiftSettings? += [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]
    #if os(macOS)
      target.swiftSettings?.append(.treatWarning("DeprecatedDeclaration", as: .warning))
    #endif
  }
}
