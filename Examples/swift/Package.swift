// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "badges",
  dependencies: [.package(name: "tally", path: "../..")],
  targets: [
    .executableTarget(name: "Badges", dependencies: [.product(name: "Tally", package: "tally")])
  ],
  swiftLanguageModes: [.v6]
)
