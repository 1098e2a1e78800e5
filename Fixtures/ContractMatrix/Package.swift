// swift-tools-version: 6.2
import PackageDescription

// Contracts of every access level and code that uses them, as users of Naru write them. `scripts/test types` compiles
// it in every mode that a user's module can have. `NARU_PACKAGE` is the path of the package to check.
let package = Package(
  name: "ContractMatrix",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "naru", path: Context.environment["NARU_PACKAGE"] ?? "../.."),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.3.0"),
  ],
  targets: [
    .target(
      name: "ContractMatrix",
      dependencies: [
        .product(name: "Naru", package: "naru"), .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
