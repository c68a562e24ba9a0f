import Foundation
import TallyFailure

/// Owns what `raw` made, so that a leak that a sanitizer finds is the store's.
private final class Keeper: @unchecked Sendable {
  static let shared = Keeper()
  private let lock = NSLock()
  private var kept: [UnsafeMutableRawBufferPointer] = []

  func keep(_ bytes: UnsafeMutableRawBufferPointer) {
    lock.withLock { kept.append(bytes) }
  }
}

/// Bytes that live as long as the test process: a borrowed buffer needs an owner.
public func raw(_ text: String) -> UnsafeRawBufferPointer {
  raw(Array(text.utf8))
}

public func raw(_ bytes: [UInt8]) -> UnsafeRawBufferPointer {
  let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
  copy.copyBytes(from: bytes)
  Keeper.shared.keep(copy)
  return UnsafeRawBufferPointer(start: copy.baseAddress, count: bytes.count)
}

public func text(_ bytes: UnsafeRawBufferPointer) -> String {
  String(decoding: bytes, as: UTF8.self)
}

public func lastMessage() -> String { text(Words.text) }

/// The error of a call, and the words that it left.
public func refusal(_ body: () throws -> Void) -> (code: Status, words: String)? {
  do {
    try body()
    return nil
  } catch {
    guard let error = error as? Failure else { return nil }
    return (error.status, lastMessage())
  }
}
