/// The library as a whole. Its version is that of `include/tally.h`: `make bindings` writes it here.
public enum Library {
  public static var version: StaticString { "0.1.0" }
  /// The user agent of requests, unless the host has one.
  static var userAgent: StaticString { "tally/0.1.0" }
}
