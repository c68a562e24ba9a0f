// swift-tools-version: 6.1
import PackageDescription

// One source, two builds. TALLY_EMBEDDED=1 (set by the Makefile, always with a scratch path of its own)
// compiles everything below the Swift face as Embedded Swift, module by module, for libtally's sanitized and debug
// builds. The one that is shipped is compiled as one module (Make/library.mk, which has the same flags).
// Packages that depend on this one get the ordinary build.
let isEmbedded = Context.environment["TALLY_EMBEDDED"] == "1"

/// Keeps the folder's name out of the build, so that builds in two folders have the same bytes.
let namelessFolder = "\(Context.packageDirectory)=."

let swiftSettings: [SwiftSetting] =
  isEmbedded
  ? [
    .enableExperimentalFeature("Embedded"),
    .unsafeFlags([
      "-wmo", "-enforce-exclusivity=unchecked", "-Xfrontend", "-function-sections", "-Xfrontend", "-trap-function",
      "-Xfrontend", "ctally_platform_trap", "-Xfrontend", "-mergeable-traps", "-dwarf-version=4",
      "-file-prefix-map", namelessFolder, "-Xfrontend", "-no-clang-module-breadcrumbs",
    ]),
  ] : []

let cSettings: [CSetting] =
  isEmbedded
  ? [
    .unsafeFlags([
      "-Os", "-ffunction-sections", "-fdata-sections", "-fvisibility=hidden", "-gdwarf-4", "-fstack-protector-strong",
      "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2", "-ffile-prefix-map=\(namelessFolder)",
    ])
  ]
  : []

/// A module below the Swift face: it must compile in both builds.
/// - Parameters:
///   - isSmall: it is compiled for size; what is called most often in it says `@_optimize(speed)`.
///   - waits: for a disk or a network, rather than computes: a function is not compiled once more for each closure that
///   it
///     is given.
func module(
  _ name: String, _ dependencies: [Target.Dependency], isSmall: Bool = false, waits: Bool = false
) -> Target {
  let size = isSmall ? ["-Osize"] : []
  let closures = waits ? ["-Xllvm", "-sil-disable-pass=closure-specialize"] : []
  return .target(
    name: name, dependencies: dependencies,
    swiftSettings: swiftSettings + (isEmbedded ? [.unsafeFlags(size + closures)] : []))
}

var targets: [Target] = [
  // The contract, and the outside world.
  .systemLibrary(name: "CTally", path: "include"),
  .systemLibrary(
    name: "CSQLite", path: "CSources/CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
  .systemLibrary(
    name: "CUV", path: "CSources/CUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]),
  .systemLibrary(
    name: "CCurl", path: "CSources/CCurl", pkgConfig: "libcurl",
    providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
  .target(name: "CChecksum", dependencies: ["CSQLite"], path: "CSources/CChecksum", cSettings: cSettings),
  .target(name: "CFiles", path: "CSources/CFiles", cSettings: cSettings),
  .target(name: "CFailure", path: "CSources/CFailure", cSettings: cSettings),
  .target(name: "CMemory", path: "CSources/CMemory", cSettings: cSettings),
  .target(name: "CPlatform", path: "CSources/CPlatform", cSettings: cSettings),

  // Pure: no I/O, no clock, no randomness, no libc beyond memory.
  module("TallyMemory", ["CMemory"]),
  module("TallyFailure", ["TallyMemory", "CFailure"], isSmall: true),
  module("TallyBorder", ["TallyFailure", "CFailure", "CMemory"], isSmall: true),
  module("TallyTree", ["TallyMemory", "TallyFailure"], isSmall: true),
  module("TallyCalendar", ["TallyMemory", "CMemory"], isSmall: true),
  module("TallyPolicy", ["TallyMemory"], isSmall: true),
  module("TallySummary", ["TallyMemory", "CMemory"], isSmall: true),
  module("TallyWire", ["TallyFailure", "TallyMemory", "CMemory"], isSmall: true, waits: true),

  // Adapters: one outside world each.
  module(
    "TallyStore",
    ["CSQLite", "CChecksum", "CFiles", "TallyTree", "TallyWire", "TallyFailure", "TallyMemory", "CPlatform"],
    isSmall: true, waits: true),
  module("TallyLoop", ["CUV", "CPlatform"]),
  module(
    "TallyHTTP", ["CCurl", "CUV", "TallyFailure", "TallyMemory", "TallyLoop", "CPlatform", "CFiles"], isSmall: true,
    waits: true),

  module(
    "TallyEngine",
    [
      "TallyTree", "TallyCalendar", "TallyPolicy", "TallySummary", "TallyWire", "TallyStore", "TallyLoop",
      "TallyHTTP", "TallyFailure", "TallyMemory", "CFailure", "CMemory", "CPlatform", "CFiles",
    ], isSmall: true, waits: true),
  module(
    "TallyABI",
    [
      "CTally", "TallyBorder", "TallyEngine", "TallyTree", "TallyCalendar", "TallyPolicy", "TallySummary", "TallyStore",
      "TallyLoop", "TallyWire", "TallyFailure", "TallyMemory", "CMemory", "CFailure", "CPlatform",
    ],
    isSmall: true),
]

var products: [Product] = [
  .library(name: "TallyStatic", type: .static, targets: ["TallyABI"])
]

if !isEmbedded {
  products = [
    .library(name: "Tally", targets: ["Tally"]),
    // For tally-node, a package of its own in Cluster: the reader of JSON.
    .library(name: "TallyWire", targets: ["TallyWire"]),
  ]
  targets += [
    .target(
      name: "Tally",
      dependencies: [
        "TallyEngine", "TallyTree", "TallyCalendar", "TallyPolicy", "TallyWire", "TallyStore", "TallyLoop",
        "TallyHTTP", "TallyFailure", "TallyMemory",
      ]),
    .testTarget(name: "TallyMemoryTests", dependencies: ["TallyMemory", "CMemory"]),
    .testTarget(name: "TallyTreeTests", dependencies: ["TallyTree", "TallyFailure", "TallyMemory", "CMemory"]),
    .testTarget(name: "TallyCalendarTests", dependencies: ["TallyCalendar", "TallyMemory", "CMemory"]),
    .testTarget(name: "TallyPolicyTests", dependencies: ["TallyPolicy", "TallyMemory", "CMemory"]),
    .testTarget(name: "TallySummaryTests", dependencies: ["TallySummary", "TallyMemory", "CMemory"]),
    .target(name: "TestSupport", dependencies: ["TallyFailure"], path: "Tests/TestSupport"),
    .testTarget(
      name: "TallyWireTests",
      dependencies: ["TallyWire", "TallyFailure", "TallyMemory", "CMemory", "CSQLite", "TestSupport"]),
    .testTarget(
      name: "TallyStoreTests",
      dependencies: [
        "TallyStore", "TallyTree", "TallyWire", "TallyFailure", "TallyMemory", "CSQLite", "CChecksum", "TestSupport",
      ]),
    .testTarget(name: "TallyLoopTests", dependencies: ["TallyLoop", "TestSupport"]),
    .testTarget(
      name: "TallyHTTPTests", dependencies: ["TallyHTTP", "TallyFailure", "TallyLoop", "TallyMemory", "TestSupport"]),
    .testTarget(
      name: "TallyEngineTests",
      dependencies: [
        "TallyEngine", "TallyStore", "TallyWire", "TallyFailure", "TallyTree", "TallyMemory", "CMemory", "CSQLite",
        "TestSupport",
      ]),
    .testTarget(name: "TallyTests", dependencies: ["Tally", "TestSupport"]),
    .testTarget(name: "TallyABITests", dependencies: ["CTally", "TallyTree"]),
  ]
}

let package = Package(
  name: "tally",
  products: products,
  targets: targets,
  swiftLanguageModes: [.v6]
)
