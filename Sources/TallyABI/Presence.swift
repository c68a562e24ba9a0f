import TallyEngine
import TallyFailure

public import CTally

@c @implementation
public func tally_engine_set_foreground(_ handle: OpaquePointer?, _ isForeground: Int32) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).setForeground(isForeground != 0)
    return .ok
  }
}

@c @implementation
public func tally_engine_set_network(_ handle: OpaquePointer?, _ isThere: Int32) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).setNetwork(isThere: isThere != 0)
    return .ok
  }
}

@c @implementation
public func tally_engine_woke(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).woke()
    return .ok
  }
}
