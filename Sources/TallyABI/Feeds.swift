import TallyBorder
import TallyEngine
import TallyFailure
import TallyLoop
import TallyMemory
import TallyPolicy
import TallyStore
import TallyTree
import TallyWire

public import CTally

@c @implementation
public func tally_feed_add(
  _ accountHandle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ given: UnsafePointer<tally_feed_options>?,
  _ outFeed: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    outFeed?.pointee = nil
    let account = try account(accountHandle)
    var raw = tally_feed_options()
    try options(given, into: &raw)
    let added = try account.addFeed(
      try text(name, "name"), url: raw.url == nil ? nil : try unchecked(raw.url, "url"),
      prefix: raw.prefix == nil ? nil : try unchecked(raw.prefix, "prefix"), try feedOptions(raw))
    outFeed?.pointee = handle(owning: added)
    return .ok
  }
}

private func feedOptions(_ raw: tally_feed_options) throws(Failure) -> FeedOptions {
  let known = TALLY_FEED_OPTION_STOPS_IN_BACKGROUND | TALLY_FEED_OPTION_EXACT_DELAY | TALLY_FEED_OPTION_TEMPORARY
  try refuse(unless: raw.flags & ~UInt32(known) == 0 && raw.reserved == nil, "unknown flags and reserved members")
  var result = FeedOptions()
  result.isTemporary = raw.flags & UInt32(TALLY_FEED_OPTION_TEMPORARY) != 0
  switch raw.polling {
  case TALLY_POLLING_MESSAGE_CENTER: break
  case TALLY_POLLING_UNREAD_COUNT: result.policy = .unreadCount
  default: throw Failure(.argument, "unknown polling profile")
  }
  let off = PolicyOptions.never
  take(raw.initial_delay, off, &result.policy.initialDelay)
  take(raw.interval, off, &result.policy.interval)
  take(raw.visible_interval, off, &result.policy.visibleInterval)
  take(raw.tolerance, 0, &result.policy.tolerance)
  take(raw.away_time, off, &result.policy.awayTime)
  result.policy.stopsInBackground = raw.flags & UInt32(TALLY_FEED_OPTION_STOPS_IN_BACKGROUND) != 0
  result.policy.isInitialDelayExact = raw.flags & UInt32(TALLY_FEED_OPTION_EXACT_DELAY) != 0
  if raw.request_timeout != 0 { result.requests.totalTimeout = raw.request_timeout }
  if raw.idle_timeout != 0 { result.requests.idleTimeout = raw.idle_timeout }
  result.retention.age = raw.max_age
  result.retention.number = raw.max_messages
  if raw.page_limit != 0 { result.requests.pageLimit = raw.page_limit }
  try result.requests.setMapping(
    preset: try textOrNone(raw.mapping_preset, "mapping_preset"), text: uncheckedOrNone(raw.mapping))
  if raw.title != nil { result.title = try Reserve.copy(try text(raw.title, "title")) }
  return result
}

/// A member whose 0 means the default, and whose -1 turns the rule off.
private func take(_ given: Int64, _ off: Int64, _ result: inout Int64) {
  if given != 0 { result = given == -1 ? off : given }
}

@c @implementation
public func tally_feed_find(
  _ accountHandle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ outFeed: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outFeed, "out_feed")
    target.pointee = nil
    target.pointee = handle(owning: try account(accountHandle).findFeed(try text(name, "name")))
    return .ok
  }
}

@c @implementation
public func tally_feed_find_by_id(
  _ accountHandle: OpaquePointer?, _ id: Int64, _ outFeed: UnsafeMutablePointer<OpaquePointer?>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outFeed, "out_feed")
    target.pointee = nil
    target.pointee = handle(owning: try account(accountHandle).findFeed(id: id))
    return .ok
  }
}

@c @implementation
public func tally_feed_list(
  _ handle: OpaquePointer?, _ flags: UInt32, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_feed_entry.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let account = try account(handle)
    let start = try list.begin(ListName(.feeds, account: account.id), after: after)
    return try account.listFeeds(after: start?.name ?? noText, limit: list.limit) { listed in
      let (feed, options) = (listed.feed, listed.options)
      var entry = tally_feed_entry()
      fill(&entry, from: options)
      if listed.isTemporary { entry.options |= UInt32(TALLY_FEED_OPTION_TEMPORARY) }
      entry.id = feed.id
      entry.last_success = feed.state.lastSuccess
      entry.rejected = UInt64(clamping: feed.rejected)
      if listed.isRunning { entry.flags |= UInt32(TALLY_FEED_ENTRY_RUNNING) }
      if feed.hasCredential { entry.flags |= UInt32(TALLY_FEED_ENTRY_CREDENTIAL) }
      entry.name = list.add(feed.name)
      list.place.name = entry.name
      entry.url = list.add(feed.url)
      entry.prefix = list.add(feed.prefix)
      entry.title = list.add(feed.state.title)
      entry.mapping_preset = list.add(options[.preset])
      entry.mapping = list.add(options[.mapping])
      list.add(entry: entry)
    }
  }
}

private func fill(_ entry: inout tally_feed_entry, from options: FeedOptionRow) {
  func time(_ number: FeedOptionRow.Number) -> Int64 {
    options[number] == PolicyOptions.never ? -1 : options[number]
  }
  entry.initial_delay = time(.initialDelay)
  entry.interval = time(.interval)
  entry.visible_interval = time(.visibleInterval)
  // The tolerance is off at 0, unless there are no options.
  entry.tolerance = options[.tolerance] == 0 && options[.pageLimit] > 0 ? -1 : options[.tolerance]
  entry.away_time = time(.awayTime)
  entry.request_timeout = options[.requestTimeout]
  entry.idle_timeout = options[.idleTimeout]
  entry.max_age = options[.maxAge]
  entry.max_messages = options[.maxMessages]
  entry.page_limit = UInt32(clamping: options[.pageLimit])
  entry.options = UInt32(clamping: options[.flags])
}

@c @implementation
public func tally_feed_list_rejected(
  _ handle: OpaquePointer?, _ feed: Int64, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_rejected.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let account = try account(handle)
    let start = try list.begin(ListName(.rejected, account: account.id, number: feed), after: after)
    return try account.listRejected(feed: feed, after: start?.number ?? 0, limit: list.limit) { item in
      let reason = list.add(item.reason)
      let body = list.add(item.body)
      var entry = tally_rejected()
      (entry.id, entry.time, entry.reason, entry.body) = (item.id, item.time, reason, body)
      list.place.number = item.id
      list.add(entry: entry)
    }
  }
}

@c @implementation
public func tally_drift_list(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_drift.self) { (list) throws(Failure) in
    try refuseFlags(flags, but: TALLY_SUBTREE)
    let (account, path) = (try account(handle), try unchecked(path, "path"))
    let start = try list.begin(ListName(.drifts, account: account.id, number: Int64(flags), path), after: after)
    try account.listDrifts(path, subtree: flags & UInt32(TALLY_SUBTREE) != 0, after: start) { drift in
      let place = list.add(drift.path)
      (list.place.name, list.place.number) = (place, drift.feed)
      list.add(
        entry: tally_drift(
          ours: drift.ours.count, theirs: drift.theirs.count, feed: drift.feed, path: place,
          our_highlights: drift.ours.highlights, their_highlights: drift.theirs.highlights))
      return !list.isFull
    }
    return false
  }
}

@c @implementation
public func tally_feed_release(_ handle: OpaquePointer?) { release(handle, as: Feed.self) }

@c @implementation
public func tally_feed_remove(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).remove()
    return .ok
  }
}

@c @implementation
public func tally_feed_refresh(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).refresh()
    return .ok
  }
}

@c @implementation
public func tally_feed_cancel(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).cancel()
    return .ok
  }
}

@c @implementation
public func tally_feed_pause(_ handle: OpaquePointer?, _ isPaused: Int32) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).pause(isPaused != 0)
    return .ok
  }
}

@c @implementation
public func tally_feed_show_page(
  _ handle: OpaquePointer?, _ page: UInt32, _ outInfo: UnsafeMutablePointer<tally_page_info>?
) -> tally_status {
  answer { () throws(Failure) in
    if let outInfo { try fill(outInfo, with: tally_page_info()) }
    let shown = try feed(handle).pageShown(page)
    guard let outInfo else { return .ok }
    var result = tally_page_info()
    result.first = shown.page?.isFirst == true ? 1 : 0
    result.away_time = shown.page?.timeAway ?? -1
    result.requested = shown.hasBegun ? 1 : 0
    try fill(outInfo, with: result)
    return .ok
  }
}

@c @implementation
public func tally_feed_hide_page(_ handle: OpaquePointer?, _ page: UInt32) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).pageHidden(page)
    return .ok
  }
}

@c @implementation
public func tally_feed_refresh_now(
  _ handle: OpaquePointer?, _ function: tally_event_callback?, _ userData: UnsafeMutableRawPointer?,
  _ release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?, _ outToken: UnsafeMutablePointer<UInt64>?
) -> tally_status {
  let callback = callback(function, userData, release)
  return keeping(callback) { () throws(Failure) in
    let token = try feed(handle).refreshNow(callback)
    outToken?.pointee = token
    return .ok
  }
}

@c @implementation
public func tally_feed_get(
  _ handle: OpaquePointer?, _ outState: UnsafeMutablePointer<tally_feed_state>?,
  _ title: UnsafeMutablePointer<CChar>?, _ titleCapacity: Int, _ outTitleLength: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outState, "out_state")
    var words = ByteBuffer()
    let info = try feed(handle).state(title: &words)
    var state = tally_feed_state()
    state.result = info.counts.result.rawValue
    state.id = info.id
    state.last_success = info.lastSuccess
    state.next_time = info.nextTime
    state.requests = info.counts.requests
    state.not_modified = info.counts.notModified
    state.failures = info.counts.failures
    state.in_flight = info.isInFlight ? 1 : 0
    state.failures_in_a_row = info.failuresInARow
    state.http_status = info.counts.httpStatus
    try fill(target, with: state)
    if title != nil || outTitleLength != nil {
      try copyOut(words.bytes, title, titleCapacity, outTitleLength)
    }
    return .ok
  }
}

// MARK: Responses that the host delivers

@c @implementation
public func tally_feed_deliver(_ handle: OpaquePointer?, _ page: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).deliver(try bytes(page, size))
    return .ok
  }
}

@c @implementation
public func tally_feed_push(_ handle: OpaquePointer?, _ payload: UnsafeRawPointer?, _ size: Int) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).push(try bytes(payload, size))
    return .ok
  }
}
