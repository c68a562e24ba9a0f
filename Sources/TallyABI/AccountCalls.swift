import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore

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
  _ handle: OpaquePointer?, _ flags: UInt32, _ after: UnsafePointer<CChar>?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_account_entry.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let start = try list.begin(ListName(.accounts), after: after)
    return try engine(handle).listAccounts(after: start?.name ?? noText, limit: list.limit) { name in
      var entry = tally_account_entry()
      entry.name = list.add(name)
      list.place.name = entry.name
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

// MARK: Settings

@c @implementation
public func tally_account_configure(
  _ handle: OpaquePointer?, _ given: UnsafePointer<tally_account_settings>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    var raw = tally_account_settings()
    try options(given, into: &raw)
    let isKnown = raw.flags == 0 && raw.reserved_pointer == nil
    try refuse(unless: isKnown, "unknown flags and reserved members")
    try account.configure(try settings(raw))
    return .ok
  }
}

private func settings(_ raw: tally_account_settings) throws(Failure) -> AccountSettings {
  var settings = AccountSettings()
  if raw.grouping != TALLY_GROUPING_DEFAULT { settings.grouping = raw.grouping }
  if raw.outbox != TALLY_OUTBOX_MODE_DEFAULT {
    guard let mode = OutboxMode(rawValue: raw.outbox) else { throw Failure(.argument, "unknown mode of the outbox") }
    settings.outbox = mode
  }
  if raw.outbox_kinds != 0 { settings.outboxKinds = OutboxKinds(rawValue: raw.outbox_kinds) }
  if raw.feeding != TALLY_FEEDING_DEFAULT { settings.feeding = raw.feeding }
  if raw.outbox_request_timeout != 0 { settings.requestTimeout = raw.outbox_request_timeout }
  if raw.outbox_idle_timeout != 0 { settings.idleTimeout = raw.outbox_idle_timeout }
  if raw.language != nil { settings.language = try textOrNone(raw.language, "language") }
  if raw.outbox_url != nil { settings.outboxURL = uncheckedOrNone(raw.outbox_url) }
  if raw.push_path != nil { settings.pushPath = uncheckedOrNone(raw.push_path) }
  return settings
}

@c @implementation
public func tally_account_get_settings(
  _ handle: OpaquePointer?, _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_account_settings_entry.self) { (list) throws(Failure) in
    try account(handle).readSettings { settings in
      var entry = tally_account_settings_entry()
      entry.outbox_request_timeout = settings.requestTimeout
      entry.outbox_idle_timeout = settings.idleTimeout
      entry.grouping = settings.grouping
      entry.outbox = settings.outbox.rawValue
      entry.feeding = settings.feeding
      entry.outbox_kinds = settings.outboxKinds.rawValue
      entry.language = list.add(settings.language)
      entry.outbox_url = list.add(settings.outboxURL)
      entry.push_path = list.add(settings.pushPath)
      list.add(entry: entry)
    }
    return false
  }
}
