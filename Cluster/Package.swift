// swift-tools-version: 6.1
import PackageDescription

// tally-node: the accounts of a backend, divided among machines, on NATS JetStream. A package of its own beside the
// library, which knows nothing of it. `make node` builds it; it needs Debian's libnats-dev.
//
// With TALLY_SIMULATED=1 it is the simulation instead (Simulation/README.md): the sources of the node, with other
// modules in the place of its threads and of NATS. The modules have names of their own, so that both packages can build
// in one folder.
let isSimulated = Context.environment["TALLY_SIMULATED"] == "1"

let tally: [Target.Dependency] = [
  .product(name: "Tally", package: "tally"), .product(name: "TallyWire", package: "tally"),
]
let logging: [Target.Dependency] = [.product(name: "Logging", package: "swift-log")]
let lifecycle: [Target.Dependency] = [.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")]
let arguments: [Target.Dependency] = [.product(name: "ArgumentParser", package: "swift-argument-parser")]

let node: [Target] = [
  .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
  .target(name: "Threads"),
  .target(name: "NATS", dependencies: ["CNATS", .product(name: "TallyWire", package: "tally")]),
  .target(name: "TallyNode", dependencies: ["NATS", "Threads"] + tally + logging + lifecycle),
  .executableTarget(name: "tally-node", dependencies: ["TallyNode"] + arguments + logging + lifecycle),
  .testTarget(name: "TallyNodeTests", dependencies: ["TallyNode", "NATS", "CNATS", "Threads"] + tally + logging),
]

/// The sources of the node find the modules of the simulation under the names that they import.
let aliases: [SwiftSetting] = [
  .unsafeFlags(["-module-alias", "NATS=SimulatedNATS", "-module-alias", "Threads=SimulatedThreads"])
]

let simulation: [Target] = [
  .target(name: "SimulatedThreads", path: "Simulation/Threads"),
  .target(
    name: "SimulatedNATS", dependencies: ["SimulatedThreads", .product(name: "TallyWire", package: "tally")],
    path: "Simulation/NATS"),
  .target(
    name: "SimulatedNode", dependencies: ["SimulatedNATS", "SimulatedThreads"] + tally + logging + lifecycle,
    path: "Sources/TallyNode", swiftSettings: aliases),
  .executableTarget(
    name: "tally-cluster-sim", dependencies: ["SimulatedNode", "SimulatedNATS", "SimulatedThreads"] + tally + logging,
    path: "Simulation/World", swiftSettings: aliases + [.unsafeFlags(["-module-alias", "TallyNode=SimulatedNode"])]),
]

let package = Package(
  name: "tally-cluster",
  products: isSimulated
    ? [.executable(name: "tally-cluster-sim", targets: ["tally-cluster-sim"])]
    : [
      .executable(name: "tally-node", targets: ["tally-node"]),
      .library(name: "TallyNode", targets: ["TallyNode"]),
    ],
  dependencies: [
    .package(name: "tally", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: isSimulated ? simulation : node,
  swiftLanguageModes: [.v6]
)
