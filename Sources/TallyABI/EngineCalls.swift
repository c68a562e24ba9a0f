import CFailure
import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

public import CTally

@c @implementation
public func tally_version() -> UInt32 {
  UInt32(TALLY_VERSION_MAJOR) * 1_000_000 + UInt32(TALLY_VERSION_MINOR) * 1000 + UInt32(TALLY_VERSION_PATCH)
}

@c @implementation
public func tally_version_text() -> UnsafePointer<CChar>? { pointer(Library.version) }

@c @implementation
public func tally_status_name(_ status: tally_status) -> UnsafePointer<CChar>? {
  pointer(Status(rawValue: status).name)
}

@c @implementation
public func tally_status_message(_ status: tally_status) -> UnsafePointer<CChar>? {
  pointer(Status(rawValue: status).message)
}

@c @implementation
public func tally_error_message(
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  // This does not use `answer`: a failure here must not replace the message that the caller asks for.
  guard let outLength else { return Status.argument.rawValue }
  var count = 0
  let words = ctally_error_told(&count)
  outLength.pointee = count
  guard let buffer, let words, capacity > count else { return Status.bufferTooSmall.rawValue }
  UnsafeMutableRawPointer(buffer).copyMemory(from: words, byteCount: count)
  buffer[count] = 0
  // It may contain a file name, which may be any bytes.
  if !isText(UnsafeRawBufferPointer(start: words, count: count)) {
    for index in 0..<count where buffer[index] < 0 { buffer[index] = 0x3F }
  }
  return Status.ok.rawValue
}

@c @implementation
public func tally_engine_open(
  _ given: UnsafePointer<tally_engine_options>?, _ outEngine: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    outEngine?.pointee = nil
    var raw = tally_engine_options()
    try options(given, into: &raw)
    let known = raw
    do throws(Failure) {
      return try Reserve.claiming { () throws(Failure) in try open(known, outEngine) }
    } catch {
      releaseUserData(userData(known))
      throw error
    }
  }
}

/// If it fails, the caller releases the callbacks' user data.
private func open(
  _ raw: tally_engine_options, _ outEngine: UnsafeMutablePointer<OpaquePointer?>?
) throws(Failure) -> Status {
  let target = try output(outEngine, "out_engine")
  let engine = try Engine.open(try engineOptions(raw))
  engine.own(userData(raw))
  target.pointee = handle(owning: engine)
  // The only success with a message, which says where the file is now.
  if !engine.tellDamage() { return .ok }
  ctally_error_tell()
  return .setAside
}

private func userData(_ raw: tally_engine_options) -> EngineUserData {
  EngineUserData(
    clock: callback(nil, raw.clock_user_data, raw.clock_release_user_data),
    log: callback(nil, raw.log_user_data, raw.log_release_user_data),
    zones: callback(nil, raw.zone_user_data, raw.zone_release_user_data))
}

private func releaseUserData(_ data: EngineUserData) {
  releaseUserData(data.clock)
  releaseUserData(data.log)
  releaseUserData(data.zones)
}

private func engineOptions(_ raw: tally_engine_options) throws(Failure) -> EngineOptions {
  let known = TALLY_ENGINE_HOST_DRIVEN | TALLY_ENGINE_SET_ASIDE | TALLY_ENGINE_LOGGED_OUT
  try refuse(unless: raw.flags & ~UInt32(known) == 0, "unknown flags")
  try refuse(unless: raw.reserved_pointer == nil, "reserved members")
  var result = EngineOptions()
  guard let durability = Durability(rawValue: raw.durability) else {
    throw Failure(.argument, "unknown durability")
  }
  result.durability = durability
  result.setsAsideDamaged = raw.flags & UInt32(TALLY_ENGINE_SET_ASIDE) != 0
  result.startsLoggedOut = raw.flags & UInt32(TALLY_ENGINE_LOGGED_OUT) != 0
  result.isHostDriven = raw.flags & UInt32(TALLY_ENGINE_HOST_DRIVEN) != 0
  if raw.file != nil { result.file = try Reserve.copy(uncheckedOrNone(raw.file)) }
  result.certificates = try optionalUnchecked(raw.ca_file)
  result.userAgent = try optionalText(raw.user_agent, "user_agent")
  result.zone = try optionalText(raw.zone, "zone")
  result.seed = raw.seed
  guard (0...TALLY_LOG_INFO).contains(raw.log_level) else { throw Failure(.argument, "unknown log_level") }
  takeLimits(raw, &result.limits)
  takeCallbacks(raw, &result)
  return result
}

/// A member that is zero means the default.
private func takeLimits(_ raw: tally_engine_options, _ limits: inout EngineLimits) {
  func take(_ value: UInt32, _ limit: EngineLimit) {
    if value != 0 { limits[limit] = Int64(value) }
  }
  take(raw.max_depth, .depth)
  take(raw.max_path_bytes, .pathBytes)
  take(raw.max_nodes, .nodes)
  take(raw.max_accounts, .accounts)
  take(raw.max_loaded_accounts, .loadedAccounts)
  take(raw.max_feeds, .feeds)
  take(raw.max_observers, .observers)
  take(raw.max_response_bytes, .responseBytes)
  take(raw.max_batch_ids, .batchIDs)
  take(raw.max_requests, .requests)
  take(raw.max_requests_per_origin, .requestsPerOrigin)
  take(raw.max_forgotten, .forgotten)
  take(raw.max_marks, .marks)
  take(raw.max_failed_rows, .failedRows)
  take(raw.max_rejected, .rejected)
  take(raw.max_reminder_log, .reminderLog)
  take(raw.max_cached_groups, .cachedGroups)
  take(raw.max_events, .events)
  take(raw.max_completions, .completions)
  take(raw.max_links, .links)
  if raw.batch_id_time != 0 { limits[.batchIDTime] = raw.batch_id_time }
  if raw.log_level != 0 { limits[.logLevel] = Int64(raw.log_level) }
}

private func takeCallbacks(_ raw: tally_engine_options, _ result: inout EngineOptions) {
  if let zoneFile = raw.zone_file {
    let userData = raw.zone_user_data
    result.zoneFile = { name, bytes, capacity in zoneFile(userData, name, bytes, capacity) }
  }
  if let clock = raw.clock { result.clock = Clock(callback: clock, userData: raw.clock_user_data) }
  if let log = raw.log {
    let userData = raw.log_user_data
    result.log = { level, words in log(userData, level, words) }
  }
  result.deliver = deliver
  result.show = show
  result.release = releaseUserData
}

@c @implementation
public func tally_engine_close(_ engineHandle: OpaquePointer?, _ timeout: Int64) -> tally_status {
  guard let engineHandle else { return Status.ok.rawValue }
  // Releasing something must not fail for lack of memory.
  let status = answerAtOnce { () throws(Failure) in
    try engine(engineHandle).close(timeout: timeout)
    return .ok
  }
  if status != Status.thread.rawValue { release(engineHandle, as: Engine.self) }
  return status
}

@c @implementation
public func tally_engine_flush(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try engine(handle).flush()
    return .ok
  }
}

@c @implementation
public func tally_engine_limit(
  _ handle: OpaquePointer?, _ limit: tally_limit, _ value: Int64, _ outOld: UnsafeMutablePointer<Int64>?
) -> tally_status {
  answer { () throws(Failure) in
    let engine = try engine(handle)
    let limit = try EngineLimit(number: limit)
    let old = value == TALLY_LIMIT_KEEP ? try engine.limit(limit) : try engine.setLimit(limit, to: value)
    outOld?.pointee = old
    return .ok
  }
}

@c @implementation
public func tally_engine_backup(
  _ handle: OpaquePointer?, _ file: UnsafePointer<CChar>?, _ flags: UInt32
) -> tally_status {
  answer { () throws(Failure) in
    try refuse(unless: flags & ~UInt32(TALLY_BACKUP_REPLACE) == 0, "unknown flags")
    try engine(handle).backup(to: try unchecked(file, "file"), replaces: flags & UInt32(TALLY_BACKUP_REPLACE) != 0)
    return .ok
  }
}

@c @implementation
public func tally_engine_get_stats(
  _ handle: OpaquePointer?, _ flags: UInt32, _ outStats: UnsafeMutablePointer<tally_stats>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outStats, "out_stats")
    try refuse(unless: flags & ~UInt32(TALLY_STATS_RESET) == 0, "unknown flags")
    // Nothing may be reset if the output cannot be filled.
    try fill(target, with: tally_stats())
    let known = try engine(handle).statistics(resets: flags != 0)
    var stats = tally_stats()
    stats.accounts = UInt32(clamping: known.accounts)
    stats.loaded_accounts = UInt32(clamping: known.loadedAccounts)
    stats.feeds = UInt32(clamping: known.feeds)
    stats.account_loads = known.loads
    stats.account_evictions = known.evictions
    stats.observers = UInt64(clamping: known.observers)
    stats.events = UInt64(clamping: known.events)
    stats.nodes = UInt64(clamping: known.nodes)
    stats.node_bytes = UInt64(clamping: known.memory)
    stats.unstored_badges = UInt64(clamping: known.unstored)
    stats.file_size = known.fileSize
    stats.log_size = known.logSize
    stats.commits = known.commits
    stats.committed_calls = known.committedCalls
    stats.longest_wait_us = known.longestWait
    stats.longest_hold_us = known.longestStoreHold
    stats.waiting_calls = UInt32(clamping: known.waitingCalls)
    stats.requests = UInt32(clamping: known.requests)
    stats.origin_requests = UInt32(clamping: known.originRequests)
    stats.drifts = UInt32(clamping: known.drifts)
    try fill(target, with: stats)
    return .ok
  }
}

@c @implementation
public func tally_engine_get_total(
  _ handle: OpaquePointer?, _ outBadge: UnsafeMutablePointer<tally_badge>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outBadge, "out_badge")
    let total = try engine(handle).total()
    var badge = tally_badge()
    badge.count = total.shown.count
    badge.kind = badgeKind(total.shown)
    badge.revision = total.revision
    badge.setLevel(total.level)
    target.pointee = badge
    return .ok
  }
}

@c @implementation
public func tally_engine_get_total_of_all(
  _ handle: OpaquePointer?, _ outBadge: UnsafeMutablePointer<tally_badge>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outBadge, "out_badge")
    let total = try engine(handle).totalOfAll()
    var badge = tally_badge()
    badge.count = total.shown.count
    badge.kind = badgeKind(total.shown)
    badge.setLevel(total.level)
    target.pointee = badge
    return .ok
  }
}

// MARK: Accounts

@c @implementation
public func tally_account_open(
  _ engineHandle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_account_options>?,
  _ outAccount: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outAccount, "out_account")
    target.pointee = nil
    var raw = tally_account_options()
    try options(given, into: &raw)
    let existing = UInt32(TALLY_ACCOUNT_EXISTING)
    try refuse(unless: raw.flags & ~existing == 0, "unknown flags")
    let opened = try engine(engineHandle).openAccount(
      try text(name, "name"), aggregation: raw.aggregation, feeding: raw.feeding,
      mayCreate: raw.flags & existing == 0)
    target.pointee = handle(owning: opened)
    return .ok
  }
}

@c @implementation
public func tally_account_find(
  _ engineHandle: OpaquePointer?, _ id: Int64, _ outAccount: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outAccount, "out_account")
    target.pointee = nil
    target.pointee = handle(owning: try engine(engineHandle).openedAccount(id: id))
    return .ok
  }
}

@c @implementation
public func tally_account_release(_ handle: OpaquePointer?) { release(handle, as: Account.self) }

@c @implementation
public func tally_account_log_in(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).logIn()
    return .ok
  }
}

@c @implementation
public func tally_account_log_out(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).logOut()
    return .ok
  }
}

@c @implementation
public func tally_account_get(
  _ handle: OpaquePointer?, _ outState: UnsafeMutablePointer<tally_account_state>?,
  _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answerAtOnce { () throws(Failure) in
    let target = try output(outState, "out_state")
    let account = try account(handle)
    let known = try account.state()
    var state = tally_account_state()
    state.logged_in = known.isLoggedIn ? 1 : 0
    state.id = account.id
    state.revision = known.revision
    state.epoch = account.epoch
    state.aggregation = account.aggregation == .sum ? TALLY_AGGREGATION_SUM : TALLY_AGGREGATION_CHILDREN
    state.feeding = account.feeding == .unread ? TALLY_FEEDING_UNREAD : TALLY_FEEDING_UNSEEN
    try fill(target, with: state)
    if buffer == nil && outLength == nil { return .ok }
    let length = try output(outLength, "out_name_length")
    try copyOut(array: account.name, buffer, capacity, length)
    return .ok
  }
}
