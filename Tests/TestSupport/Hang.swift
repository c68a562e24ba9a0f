import Foundation

/// Every wait for something ends after this time, so that a hang fails the test and says what did not come.
/// Nothing else depends on it: a slow machine needs only a part of it.
public let hangSeconds = 120

/// The end of a wait that begins now.
public func hangEnd() -> Date { Date().addingTimeInterval(Double(hangSeconds)) }

/// Waits until a condition holds. False: it does not.
public func eventually(_ condition: () -> Bool) -> Bool {
  let end = hangEnd()
  while Date() < end {
    if condition() { return true }
    usleep(1000)
  }
  return false
}
