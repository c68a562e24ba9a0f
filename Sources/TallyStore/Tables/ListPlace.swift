/// A place in a list: behind a row, which may be gone since. The texts are borrowed.
public struct ListPlace: BitwiseCopyable {
  /// The name of the row, or its path.
  public var name = UnsafeRawBufferPointer(start: nil, count: 0)
  /// The number of the row, or the key of a message.
  public var number: Int64 = 0
  /// Messages are sorted by these, then by their keys.
  public var sequence = UnsafeRawBufferPointer(start: nil, count: 0)
  public var id = UnsafeRawBufferPointer(start: nil, count: 0)

  public init() {}

  public init(name: UnsafeRawBufferPointer) { self.name = name }

  public init(number: Int64) { self.number = number }
}
