import TallyFailure
import TallyMemory
import TallyStore
import TallyTree
import TallyWire

extension Feed {
  /// Joins what the user has decided at paths on other devices.
  func applySettings(of read: ReadPage, _ answer: inout Answer, in share: Share) throws(Failure) {
    var place = try FeedPath(of: self)
    let tally = try read.decoder.visitSettings(read.page) { (path, setting) throws(Failure) in
      guard try place.find(path) else { return false }
      if let mode = setting.mute, let mute = Mute(rawValue: mode) {
        try self.join(.mute, at: place.bytes, Choice.value(of: mute, until: setting.muteUntil), setting.version, share)
      }
      if let isFlagged = setting.isFlagged {
        try self.join(.flag, at: place.bytes, isFlagged ? 1 : 0, setting.version, share)
      }
      if let snooze = setting.snooze {
        try self.join(.snooze, at: place.bytes, Choice.value(ofSnooze: snooze), setting.version, share)
      }
      return true
    }
    answer.counts.rejected &+= UInt32(clamping: tally.rejected)
  }

  private func join(
    _ kind: Choice.Kind, at path: UnsafeRawBufferPointer, _ value: Int64, _ version: Int64, _ share: Share
  ) throws(Failure) {
    let joined = try share.store.join(
      account: account.id, kind, path: path, Choice(value: value, version: version)
    ) { (path, change) throws(Failure) in try share.collect(path, change) }
    guard let joined, kind != .flag else { return }
    try growing { () throws(OutOfMemory) in
      try share.collected.choose(kind, joined.value, after: joined.former, at: path)
    }
  }
}
