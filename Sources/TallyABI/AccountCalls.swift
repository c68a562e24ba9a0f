import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory

public import CTally

@c @implementation
public func tally_account_hash(
  _ name: UnsafePointer<CChar>?, _ partitions: UInt32, _ outPartition: UnsafeMutablePointer<UInt32>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outPartition, "out_partition")
    target.pointee = try AccountHash.partition(of: try text(name, "name"), among: partitions)
    return .ok
  }
}

@c @implementation
public func tally_account_list(
  _ handle: OpaquePointer?, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_account_entry.self) { (list) throws(Failure) in
    try engine(handle).listAccounts(after: try textOrNone(after, "after"), limit: list.limit) { name in
      var entry = tally_account_entry()
      entry.name = list.add(name)
      list.add(entry: entry)
    }
  }
}

@c @implementation
public func tally_account_verify(_ handle: OpaquePointer?) -> tally_status {
  withAccount(handle) { (account) throws(Failure) in
    try account.verify()
    return .ok
  }
}

@c @implementation
public func tally_account_remove(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).removeAccount(try text(name, "name"))
    return .ok
  }
}
