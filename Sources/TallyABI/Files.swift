import CPlatform
import TallyBorder
import TallyEngine
import TallyFailure
import TallyStore

public import CTally

@c @implementation
public func tally_engine_verify(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).verify()
    return .ok
  }
}

@c @implementation
public func tally_file_recover(
  _ damaged: UnsafePointer<CChar>?, _ fresh: UnsafePointer<CChar>?,
  _ outRecovery: UnsafeMutablePointer<tally_recovery>?
) -> tally_status {
  answer { () throws(Failure) in
    guard let damaged else { throw Failure.missing("damaged") }
    guard let fresh else { throw Failure.missing("fresh") }
    // Do not begin if the result cannot be reported.
    if let outRecovery, !(8...65_536).contains(outRecovery.pointee.struct_size) {
      throw Failure(.argument, "struct_size of the output is not set")
    }
    let report = try Engine.recover(damaged, into: fresh)
    if let outRecovery { try fill(outRecovery, with: tally_recovery(report)) }
    return .ok
  }
}

@c @implementation
public func tally_file_vacuum(_ file: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    guard let file else { throw Failure.missing("file") }
    try Engine.vacuum(file)
    return .ok
  }
}

extension tally_recovery {
  fileprivate init(_ report: SalvageReport) {
    self.init()
    flags = report.isUncertain ? UInt32(TALLY_RECOVERY_UNCERTAIN) : 0
    pages = report.pages
    damaged_pages = report.damagedPages
    doubtful_rows = report.doubtful
    accounts_saved = report.accounts.saved
    accounts_lost = report.accounts.lost
    badges_saved = report.badges.saved
    badges_lost = report.badges.lost
    feeds_saved = report.feeds.saved
    feeds_lost = report.feeds.lost
    messages_saved = report.messages.saved
    messages_lost = report.messages.lost
    others_saved = report.others.saved
    others_lost = report.others.lost
  }
}
