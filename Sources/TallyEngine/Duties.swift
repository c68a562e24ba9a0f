/// What an engine does for the parts of the library that a program may be without. The call that first gives a part
/// something to do enters it here, and nothing else refers to it: so a program with libtally.a in it contains the parts
/// that it calls (Tests/Package/test_size.py). Under the engine's `lock`.
struct Duties {
  // All that is due, on the loop thread, under `lock`, which is given up meanwhile: the engine may be closed then.
  var feeds: ((Engine) -> Void)?
  var outboxes: ((Engine) -> Void)?
  var reminders: ((Engine) -> Void)?
  /// Goes on with the requests that the host carries out, without a lock. Answers whether there is more by now.
  var host: ((Engine) -> Bool)?
  /// Closes the HTTP client, once the loop was stopped.
  var client: ((Engine) -> Void)?
}
