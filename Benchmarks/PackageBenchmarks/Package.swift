// swift-tools-version: 6.2
import PackageDescription

/// The settings of every target of ours, as in the package that is measured.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),  // SE-0335
  .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
]

// A package of its own, so that `scripts/bench` does not build what only this one needs.
let package = Package(
  name: "naru-package-benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [
    // Named, because the folder may be called anything.
    .package(name: "naru", path: "../.."),
    .package(name: "naru-benchmarks", path: ".."),
    // Without traits: they count memory and references with libraries that are not needed for the metrics here.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    // The plug-in finds only targets in a folder called `Benchmarks`.
    .executableTarget(
      name: "NaruBenchmarks",
      dependencies: [
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "DockDock", package: "naru"),
        .product(name: "JSONModels", package: "naru-benchmarks"),
        .product(name: "Naru", package: "naru"),
        .product(name: "NaruJSON", package: "naru"),
      ],
      path: "Benchmarks/NaruBenchmarks",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
  ]
)
