// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that users of Tally do not fetch what only the command needs. `make cli` builds it.
let package = Package(
  name: "tally-command",
  products: [.executable(name: "tally", targets: ["TallyCLI"])],
  dependencies: [
    .package(name: "tally", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "TallyCLI",
      dependencies: [
        .product(name: "Tally", package: "tally"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: ".")
  ],
  swiftLanguageModes: [.v6]
)
