import TallyBorder
import TallyEngine
import TallyFailure
import TallyMemory
import TallyStore

public import CTally

@c @implementation
public func tally_category_set(
  _ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?, _ summary: UnsafePointer<CChar>?,
  _ hidden: UnsafePointer<CChar>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).setCategory(
      try text(id, "id"), summary: textOrNone(summary, "summary"), hidden: textOrNone(hidden, "hidden"))
    return .ok
  }
}

@c @implementation
public func tally_category_remove(_ handle: OpaquePointer?, _ id: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removeCategory(try text(id, "id"))
    return .ok
  }
}

/// NULL is not a form; an empty text is.
private func form(_ text: UnsafePointer<CChar>?, _ what: StaticString) throws(Failure) -> UnsafeRawBufferPointer? {
  text == nil ? nil : try textOrNone(text, what)
}

@c @implementation
public func tally_strings_set(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ language: UnsafePointer<CChar>?,
  _ given: UnsafePointer<tally_forms>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    if given == nil { throw Failure.missing("forms") }
    var raw = tally_forms()
    try options(given, into: &raw)
    try refuse(unless: raw.flags == 0, "unknown flags")
    if raw.other == nil { throw Failure.missing("the form 'other'") }
    let forms: InlineArray<6, UnsafeRawBufferPointer?> = [
      try form(raw.zero, "zero"), try form(raw.one, "one"), try form(raw.two, "two"), try form(raw.few, "few"),
      try form(raw.many, "many"), try form(raw.other, "other"),
    ]
    try account.setStrings(try text(key, "key"), language: textOrNone(language, "language")) { category in
      forms[category - 1]
    }
    return .ok
  }
}

@c @implementation
public func tally_strings_remove(
  _ handle: OpaquePointer?, _ key: UnsafePointer<CChar>?, _ language: UnsafePointer<CChar>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).removeStrings(try text(key, "key"), language: textOrNone(language, "language"))
    return .ok
  }
}

@c @implementation
public func tally_strings_import(
  _ handle: OpaquePointer?, _ kind: Int32, _ file: UnsafeRawPointer?, _ size: Int, _ language: UnsafePointer<CChar>?,
  _ outReport: UnsafeMutablePointer<tally_import_report>?
) -> tally_status {
  answer { () throws(Failure) in
    try prepare(outReport)
    guard let kind = StringsKind(rawValue: kind) else { throw Failure(.argument, "unknown kind of strings") }
    let tally = try account(handle).importStrings(
      try bytes(file, size), kind, language: textOrNone(language, "language"))
    try report(outReport, tally.taken, tally.skipped)
    return .ok
  }
}

/// Clears the report of an import, which may be absent. So a wrong size is found before the import changes something.
func prepare(_ target: UnsafeMutablePointer<tally_import_report>?) throws(Failure) {
  if let target { try fill(target, with: tally_import_report()) }
}

func report(
  _ target: UnsafeMutablePointer<tally_import_report>?, _ taken: Int, _ skipped: Int
) throws(Failure) {
  guard let target else { return }
  var report = tally_import_report()
  (report.taken, report.skipped) = (UInt64(clamping: taken), UInt64(clamping: skipped))
  try fill(target, with: report)
}

private func terms(_ language: UnsafePointer<CChar>?, _ flags: UInt32) throws(Failure) -> SummaryTerms {
  let known = UInt32(TALLY_GROUPS_HIDDEN)
  try refuse(unless: flags & ~known == 0, "unknown flags")
  var terms = SummaryTerms()
  terms.language = try textOrNone(language, "language")
  terms.isHidden = flags & known != 0
  return terms
}

extension ListWriter {
  fileprivate mutating func add(_ info: GroupInfo) {
    var group = tally_group()
    group.newest = info.newest
    group.oldest = info.oldest
    group.items = info.items
    group.notifications = info.notifications
    group.fresh = info.fresh
    group.time = info.time
    group.origin = info.originNumber
    group.thread = add(info.thread)
    group.path = add(info.path)
    group.title = add(info.title)
    group.summary = add(info.summary)
    group.language = add(info.language)
    place = place(of: info.place, id: nil)
    add(entry: group)
  }
}

@c @implementation
public func tally_group_list(
  _ handle: OpaquePointer?, _ language: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_group.self) { (list) throws(Failure) in
    let account = try account(handle)
    let start = try list.begin(ListName(.groups, account: account.id), after: after)
    return try account.listGroups(try terms(language, flags), after: start, limit: list.limit) { info in
      list.add(info)
    }
  }
}

@c @implementation
public func tally_group_get(
  _ handle: OpaquePointer?, _ thread: UnsafePointer<CChar>?, _ language: UnsafePointer<CChar>?, _ flags: UInt32,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_group.self) { (list) throws(Failure) in
    try account(handle).readGroup(textOrNone(thread, "thread"), try terms(language, flags)) { info in list.add(info) }
    return false
  }
}

@c @implementation
public func tally_group_list_messages(
  _ handle: OpaquePointer?, _ thread: UnsafePointer<CChar>?, _ flags: UInt32, _ after: UnsafePointer<CChar>?,
  _ rows: UnsafeMutablePointer<tally_rows>?
) -> tally_status {
  listing(rows, tally_message.self) { (list) throws(Failure) in
    try refuseFlags(flags)
    let (account, thread) = (try account(handle), try textOrNone(thread, "thread"))
    let start = try list.begin(ListName(.groupMessages, account: account.id, thread), after: after)
    return try account.listGroupMessages(thread, after: start, limit: list.limit) { row in
      list.add(row)
    }
  }
}

@c @implementation
public func tally_group_mark_seen(_ handle: OpaquePointer?, _ thread: UnsafePointer<CChar>?) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).markGroupSeen(textOrNone(thread, "thread"))
    return .ok
  }
}

@c @implementation
public func tally_group_dismiss(
  _ handle: OpaquePointer?, _ thread: UnsafePointer<CChar>?, _ outChanged: UnsafeMutablePointer<Int>?
) -> tally_status {
  answer { () throws(Failure) in
    let changed = try account(handle).dismissGroup(textOrNone(thread, "thread"))
    outChanged?.pointee = changed
    return .ok
  }
}
