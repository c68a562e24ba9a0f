import TallyEngine
import TallyFailure

public import CTally

@c @implementation
public func tally_account_foreground(_ handle: OpaquePointer?, _ isForeground: Int32) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).setForeground(isForeground != 0)
    return .ok
  }
}

@c @implementation
public func tally_account_network_changed(_ handle: OpaquePointer?, _ isThere: Int32) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).networkChanged(isThere: isThere != 0)
    return .ok
  }
}

@c @implementation
public func tally_account_woke(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).woke()
    return .ok
  }
}
