public import CTally
import TallyEngine

@c @implementation
public func tally_account_hash(
  _ name: UnsafePointer<CChar>?, _ partitions: UInt32, _ outPartition: UnsafeMutablePointer<UInt32>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outPartition, "out_partition")
    target.pointee = try AccountHash.partition(of: try text(name, "name"), among: partitions)
    return .ok
  }
}
