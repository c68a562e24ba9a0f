// swift-tools-version: 6.1
import PackageDescription

// tally-node: the accounts of a backend, divided among machines, on NATS JetStream. A package of its own beside the
// library, which knows nothing of it. `make node` builds it; it needs Debian's libnats-dev.
let package = Package(
  name: "tally-cluster",
  products: [
    .executable(name: "tally-node", targets: ["tally-node"]),
    .library(name: "TallyNode", targets: ["TallyNode"]),
  ],
  dependencies: [
    .package(name: "tally", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "NATS", dependencies: ["CNATS", .product(name: "TallyWire", package: "tally")]),
    .target(
      name: "TallyNode",
      dependencies: [
        "NATS", .product(name: "Tally", package: "tally"), .product(name: "TallyWire", package: "tally"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(
      name: "tally-node",
      dependencies: [
        "TallyNode", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .testTarget(
      name: "TallyNodeTests",
      dependencies: [
        "TallyNode", "NATS", "CNATS", .product(name: "Tally", package: "tally"),
        .product(name: "Logging", package: "swift-log"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
