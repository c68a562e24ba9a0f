import Foundation
import Testing

@testable import TallyNode

@Suite(.serialized) struct NodeFolderTests {
  private let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path

  private func permissions(_ file: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int)
  }

  @Test func aSecondNodeIsRejected() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    var first: NodeFolder? = try NodeFolder(path)
    #expect(first != nil)
    #expect { try NodeFolder(path) } throws: {
      "\($0)"
        == "folder: \(path) is in use by another node (process \(getpid())); each node needs a folder of its own"
    }
    first = nil
    _ = try NodeFolder(path)
  }

  @Test func othersMayNotRead() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    // A folder of an earlier version.
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    try Data("x".utf8).write(to: URL(fileURLWithPath: path + "/p0.db"))
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path + "/p0.db")
    let folder = try NodeFolder(path)
    defer { withExtendedLifetime(folder) {} }
    #expect(try permissions(path) == 0o700)
    #expect(try permissions(path + "/p0.db") == 0o600)
    #expect(try permissions(path + "/\(NodeFolder.lockName)") == 0o600)
  }

  @Test func aFolderThatCannotBeIsNamed() {
    #expect { try NodeFolder("/dev/null/folder") } throws: { "\($0)".hasPrefix("folder: /dev/null/folder") }
  }
}
