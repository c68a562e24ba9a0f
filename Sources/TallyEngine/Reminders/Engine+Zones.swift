import CFiles
import CPlatform
import TallyCalendar
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore

// Zones come from the host's callback or from the system's files. An unknown one is an error, never UTC.

extension Engine {
  /// More than any zone's file has.
  private static let maxZoneBytes = 1 << 16

  /// The number of a zone; no bytes: the device's. Under both locks, or under the store's while zones are in use.
  func zone(_ name: UnsafeRawBufferPointer) throws(Failure) -> UInt32 {
    if name.isEmpty {
      if !zones.table.hasDevice { try setDeviceZone(nil) }
      return 0
    }
    if let number = zones.table.find(name) { return number }
    var file = List<UInt8>()
    let bytes = try readZone(name, &file)
    do throws(ZoneError) {
      if let number = try zones.table.add(name, bytes) { return number }
    } catch { throw Failure.zone(error, name) }
    throw .noMemory
  }

  /// Sets the device's zone; nil: from the options or the system. Locks as for `zone(_:)`, or `lock` while zones are
  /// not in use.
  private func setDeviceZone(_ given: UnsafeRawBufferPointer?) throws(Failure) {
    var name = List<UInt8>()
    var file = List<UInt8>()
    try growing { () throws(OutOfMemory) in
      try name.append(repeating: 0, count: ZoneTable.longestName + 2)
      try file.append(repeating: 0, count: Engine.maxZoneBytes)
    }
    var size = 0
    var text = UnsafeRawBufferPointer(start: nil, count: 0)
    if let given {
      text = given
    } else if let own = options.zone, own.count < name.count {
      for index in 0..<own.count { name[index] = own[index] }
      text = UnsafeRawBufferPointer(start: name.pointer, count: own.count)
    } else {
      let words = UnsafeMutableRawPointer(name.pointer).assumingMemoryBound(to: CChar.self)
      size = ctally_zone_device(words, name.count, file.pointer, file.count)
      text = UnsafeRawBufferPointer(start: words, count: ctally_text_length(words))
    }
    let bytes =
      size == 0 || size > file.count
      ? try readZone(text, &file) : UnsafeRawBufferPointer(start: file.pointer, count: size)
    var isSet = false
    do throws(ZoneError) { isSet = try zones.table.setDevice(text, bytes) } catch {
      throw Failure.zone(error, text)
    }
    if !isSet { throw .noMemory }
  }

  /// - Returns: the bytes that were read into `file`.
  private func readZone(
    _ name: UnsafeRawBufferPointer, _ file: inout List<UInt8>
  ) throws(Failure) -> UnsafeRawBufferPointer {
    do throws(ZoneError) { try ZoneTable.check(name: name) } catch { throw Failure.zone(error, name) }
    var path = ByteBuffer()
    var size = 0
    try growing { () throws(OutOfMemory) in
      try path.append(name)
      if file.isEmpty { try file.append(repeating: 0, count: Engine.maxZoneBytes) }
      let (target, capacity) = (file.pointer, file.count)
      try path.withCString { words in
        size = options.zoneFile?(words, target, capacity) ?? ctally_zone_read(words, target, capacity)
      }
    }
    if size <= 0 { throw Failure(.notFound, "there is no zone ", quoting: name) }
    if size > file.count { throw Failure(.tooLarge, "the zone ", quoting: name, " has more than 65,536 bytes") }
    return UnsafeRawBufferPointer(start: file.pointer, count: size)
  }

  /// The device may have moved: reminders with floating times are planned again.
  /// - Parameter name: nil: ask the system again.
  public func setZone(_ name: UnsafeRawBufferPointer?) throws(Failure) {
    var hold = try enter()
    awaitUnusedZones(&hold)
    if isClosed { throw .closed }
    try setDeviceZone(name)
    replanReminders(hold)
  }

  /// Begins to read zones and reminders under the store's lock alone. Only its holder adds zones. A thread that holds
  /// `lock` alone, and changes the device's zone or an account's reminders, waits.
  func beginUsingZones() {
    let hold = lock.lock()
    zones.areInUse = true
    hold.release()
  }

  func endUsingZones() {
    let hold = lock.lock()
    zones.areInUse = false
    locks.settled.broadcast()
    hold.release()
  }

  /// Waits until nobody reads zones without `lock`.
  func awaitUnusedZones(_ hold: inout LockHold) {
    while zones.areInUse || state.busyAccounts > 0 { awaitSettled(&hold) }
  }
}

extension Failure {
  static func zone(_ error: ZoneError, _ name: UnsafeRawBufferPointer) -> Failure {
    let failure = Failure(.argument, "the zone ", quoting: name, ": ")
    Words.add(error.text)
    return failure
  }
}

extension Failure {
  static func calendar(_ error: ICalendarError) -> Failure {
    let failure = Failure(.malformed, "line ")
    Words.add(number: Int64(error.line))
    Words.add(": ")
    Words.add(error.text)
    return failure
  }
}
