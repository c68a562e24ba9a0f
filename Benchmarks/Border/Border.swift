import TallyABI

// The same calls without the C border: border.c compares their cost with the header's functions. This file is compiled
// like the library, and linked with it statically. Like a host, it stores all that it reads.

nonisolated(unsafe) private let kept = UnsafeMutablePointer<BadgeInfo>.allocate(capacity: 1024)

/// The account behind a handle of the header.
@inline(__always)
private func withAccount(_ handle: OpaquePointer, _ body: (Account) -> Void) {
  Unmanaged<Account>.fromOpaque(UnsafeRawPointer(handle))._withUnsafeGuaranteedRef(body)
}

@_cdecl("border_get")
public func get(
  _ handle: OpaquePointer, _ paths: UnsafePointer<UnsafePointer<CChar>>, _ lengths: UnsafePointer<Int>, _ count: Int
) -> UInt64 {
  var sum: UInt64 = 0
  withAccount(handle) { account in
    for i in 0..<count {
      let path = UnsafeRawBufferPointer(start: paths[i], count: lengths[i])
      do throws(Failure) { kept[i & 1023] = try account.info(.path(path)) } catch {}
      sum &+= kept[i & 1023].shown.count
    }
  }
  return sum
}

@_cdecl("border_node_get")
public func nodeGet(_ handle: OpaquePointer, _ nodes: UnsafePointer<UInt64>, _ count: Int) -> UInt64 {
  var sum: UInt64 = 0
  withAccount(handle) { account in
    for i in 0..<count {
      do throws(Failure) { kept[i & 1023] = try account.info(.node(nodes[i])) } catch {}
      sum &+= kept[i & 1023].shown.count
    }
  }
  return sum
}

@_cdecl("border_set")
public func set(
  _ handle: OpaquePointer, _ paths: UnsafePointer<UnsafePointer<CChar>>, _ lengths: UnsafePointer<Int>, _ count: Int,
  _ value: Int64
) -> UInt64 {
  var done: UInt64 = 0
  withAccount(handle) { account in
    for i in 0..<count {
      let path = UnsafeRawBufferPointer(start: paths[i], count: lengths[i])
      do throws(Failure) {
        done &+= try account.perform(.set(value, until: 0), .path(path)) == .ok ? 1 : 0
      } catch {}
    }
  }
  return done
}

@_cdecl("border_node_set")
public func nodeSet(
  _ handle: OpaquePointer, _ nodes: UnsafePointer<UInt64>, _ count: Int, _ value: Int64
) -> UInt64 {
  var done: UInt64 = 0
  withAccount(handle) { account in
    for i in 0..<count {
      do throws(Failure) {
        done &+= try account.perform(.set(value, until: 0), .node(nodes[i])) == .ok ? 1 : 0
      } catch {}
    }
  }
  return done
}
