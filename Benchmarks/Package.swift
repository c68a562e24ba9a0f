// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that packages that depend on Tally do not get its benchmarks. They call the library that
// `make lib` builds, through its header. `make bench-swift` runs them.
let build = Context.packageDirectory + "/../build"

let package = Package(
  name: "tally-benchmarks",
  dependencies: [
    // Without its traits: they bring an allocator and a runtime that count, in place of the usual ones.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: [])
  ],
  targets: [
    .systemLibrary(name: "CTally", path: "CTally"),
    .target(name: "CAllocations", path: "CAllocations"),
    .executableTarget(
      name: "HotPath",
      dependencies: ["CTally", "CAllocations", .product(name: "Benchmark", package: "benchmark")],
      path: "HotPath",
      linkerSettings: [.unsafeFlags(["-L\(build)", "-Xlinker", "-rpath", "-Xlinker", build])],
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
