import TallyABI

// Zones without an engine, for test_zones.py: many times in one call.

/// Computes the offsets of a zone at instants, or the instants of local times.
/// - Returns: -1, or the byte at which the file is malformed.
@_cdecl("probe_zone")
public func probe(
  _ file: UnsafeRawPointer?, _ size: Int, _ isLocal: Int32, _ times: UnsafePointer<Int64>, _ count: Int,
  _ out: UnsafeMutablePointer<Int64>
) -> Int {
  do throws(ZoneError) {
    let zone = try Zone.read(UnsafeRawBufferPointer(start: file, count: size))
    for index in 0..<count {
      out[index] = isLocal != 0 ? zone.instant(ofLocal: times[index]) : Int64(zone.offset(at: times[index]))
    }
    return -1
  } catch {
    return error.offset
  }
}
