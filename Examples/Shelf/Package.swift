// swift-tools-version: 6.2
import PackageDescription

func naru(_ name: String) -> Target.Dependency { .product(name: name, package: "naru") }

let package = Package(
  name: "Shelf",
  platforms: [.macOS(.v14), .iOS(.v17)],
  products: [.library(name: "ShelfScreens", targets: ["ShelfScreens"])],
  // An app of yours writes: .package(url: "https://git.example.com/you/naru", .upToNextMinor(from: "0.1.0"))
  dependencies: [.package(name: "naru", path: "../..")],
  targets: [
    .target(
      name: "ShelfScreens",
      dependencies: [naru("Naru"), naru("NaruScreens"), naru("NaruAuth"), naru("NaruOffline")]
    ),
    .testTarget(name: "ShelfScreensTests", dependencies: ["ShelfScreens", naru("NaruTesting")]),
  ]
)

#if os(macOS)
  package.targets.append(.executableTarget(name: "Shelf", dependencies: ["ShelfScreens", naru("NaruAuth")]))
#endif
