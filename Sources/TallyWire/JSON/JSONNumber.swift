/// JSON numbers, computed exactly without a double.
enum JSONNumber {
  /// A count: a whole number that the wire format can hold.
  static func count(_ literal: UnsafeRawBufferPointer) -> UInt32? {
    scaled(literal, power: 0, isExact: true, within: 0...Int64(UInt32.max)).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// The literal times 10^`power`, rounded towards zero, within the given bounds. nil: it does not fit.
  /// - Parameter isExact: returns nil also if rounding would change the number.
  static func scaled(
    _ literal: UnsafeRawBufferPointer, power: Int, isExact: Bool, within bounds: ClosedRange<Int64>
  ) -> Int64? {
    var position = 0
    let isNegative = literal.count > 0 && literal[0] == 0x2D
    if isNegative { position = 1 }
    let digits = position
    var pointAt = -1
    while position < literal.count, literal[position] | 0x20 != 0x65 {
      if literal[position] == 0x2E { pointAt = position }
      position += 1
    }
    let end = position
    // The number of digits in the whole part of the result.
    let whole = (pointAt < 0 ? end : pointAt) - digits
    let wanted = whole + exponent(literal, from: end) + power
    return magnitude(literal, digits..<end, wanted: wanted, isExact: isExact).flatMap { value in
      let signed = isNegative ? -value : value
      return bounds.contains(signed) ? signed : nil
    }
  }

  /// The exponent behind `e`, limited to a range that matters.
  private static func exponent(_ literal: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start + 1
    guard position < literal.count else { return 0 }
    let isNegative = literal[position] == 0x2D
    if isNegative || literal[position] == 0x2B { position += 1 }
    var value = 0
    while position < literal.count {
      // Beyond any number of digits in a response.
      if value < 1 << 40 { value = value * 10 + Int(literal[position]) - 0x30 }
      position += 1
    }
    return isNegative ? -value : value
  }

  /// The first `wanted` digits as a number, padded with zeros.
  private static func magnitude(
    _ literal: UnsafeRawBufferPointer, _ range: Range<Int>, wanted: Int, isExact: Bool
  ) -> Int64? {
    var value: Int64 = 0
    var taken = 0
    for index in range where literal[index] != 0x2E {
      let digit = Int64(literal[index]) - 0x30
      if taken >= wanted {
        if isExact && digit != 0 { return nil }
        continue
      }
      taken += 1
      guard let next = appended(value, digit) else { return nil }
      value = next
    }
    // 0e999999999 is 0.
    while taken < wanted && value != 0 {
      guard let next = appended(value, 0) else { return nil }
      value = next
      taken += 1
    }
    return value
  }

  private static func appended(_ value: Int64, _ digit: Int64) -> Int64? {
    let (product, overflow) = value.multipliedReportingOverflow(by: 10)
    if overflow { return nil }
    let (sum, carried) = product.addingReportingOverflow(digit)
    return carried ? nil : sum
  }
}
