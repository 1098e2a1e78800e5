// swift-tools-version: 6.2
import PackageDescription

// What a user of Naru writes: contracts of every access level, and code that uses them. `scripts/check-matrix` compiles it in
// all modes that a user's module can be in; `NARU_PACKAGE` says where the package is that it is checked against.
let package = Package(
  name: "ContractMatrix",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "naru", path: Context.environment["NARU_PACKAGE"] ?? "../..")],
  targets: [
    .target(
      name: "ContractMatrix",
      dependencies: [.product(name: "Naru", package: "naru")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
