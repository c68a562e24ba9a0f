import CFailure
public import CSummary
import TallyBorder
import TallyFailure
import TallyMemory
import TallySummary

// Formats, notifications and their summary.

@c @implementation
public func tally_summary_plural(
  _ tag: UnsafePointer<CChar>?, _ number: Int64, _ outForm: UnsafeMutablePointer<Int32>?
) -> tally_summary_status {
  do throws(Failure) {
    let target = try output(outForm, "out_form")
    let rules = LanguageRules(try language(tag))
    try Failure.check(number, 0...Int64.max, "the number")
    target.pointee = Int32(rules.category(of: UInt64(number)).rawValue)
    return Status.ok.rawValue
  } catch {
    return tell(error)
  }
}

/// The two keys of a category: its name, and for hidden previews its name and a NUL, which no name has.
private func key(
  _ host: HostPointer, _ name: Bytes, _ isHidden: Bool
) throws(OutOfMemory) -> Int32 {
  var text = ByteBuffer()
  try text.append(name)
  if isHidden { try text.append(byte: 0) }
  return try host.pointee.catalogue.key(named: text.bytes)
}

/// The number of a category, which has its keys.
@inline(never)
private func category(_ host: HostPointer, _ name: Bytes) throws(OutOfMemory) -> Int32 {
  let summary = try key(host, name, false)
  let hidden = try key(host, name, true)
  let number = try host.pointee.catalogue.category(named: name)
  host.pointee.catalogue.setCategory(number, summary: summary, hidden: hidden)
  return number
}

private func failure(_ error: FormatError) -> Failure {
  if error.reason == .outOfMemory { return .noMemory }
  let failure = Failure(.malformed, "the format has ")
  Words.add(error.text)
  Words.add(", at byte ")
  Words.add(number: Int64(error.position))
  return failure
}

@c @implementation
public func tally_summary_set_format(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ tag: UnsafePointer<CChar>?, _ form: Int32,
  _ format: UnsafePointer<CChar>?, _ flags: UInt32
) -> tally_summary_status {
  call(handle) { (host) throws(Failure) in
    let hidden = try isHidden(flags)
    let name = try text(name, "category")
    let tag = try language(tag)
    guard let form = PluralCategory(rawValue: UInt8(clamping: form)) else {
      throw Failure(.range, "form must be TALLY_PLURAL_ZERO to TALLY_PLURAL_OTHER")
    }
    let text = format == nil ? nil : try text(format, "format")
    var number: Int32 = 0
    try growing { () throws(OutOfMemory) in
      _ = try category(host, name)
      number = try key(host, name, hidden)
    }
    guard let text else {
      try growing { () throws(OutOfMemory) in
        let nothing = Bytes(start: nil, count: 0)
        try host.pointee.catalogue.setFormat(nothing, key: number, language: tag)
      }
      return .ok
    }
    do throws(FormatError) {
      try host.pointee.catalogue.setForm(form, text, key: number, language: tag, isHidden: hidden)
    } catch {
      throw failure(error)
    }
    return .ok
  }
}

@c @implementation
public func tally_summary_add(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ argument: UnsafePointer<CChar>?, _ count: Int64
) -> tally_summary_status {
  call(handle) { (host) throws(Failure) in
    try Failure.check(count, 0...Int64.max, "the count")
    let name = name == nil ? nil : try text(name, "category")
    let nobody = Bytes(start: nil, count: 0)
    let argument = argument == nil ? nobody : try text(argument, "argument")
    try growing { () throws(OutOfMemory) in
      var number = GroupDigest.noCategory
      if let name { number = try category(host, name) }
      try host.pointee.group.append(category: number, argument: argument, count: UInt64(count))
    }
    return .ok
  }
}

@c @implementation
public func tally_summary_clear(_ handle: OpaquePointer?) -> tally_summary_status {
  call(handle) { (host) throws(Failure) in
    host.pointee.group.removeAll()
    return .ok
  }
}

@c @implementation
public func tally_summary_get(
  _ handle: OpaquePointer?, _ tag: UnsafePointer<CChar>?, _ flags: UInt32, _ buffer: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outLength: UnsafeMutablePointer<Int>?
) -> tally_summary_status {
  call(handle) { (host) throws(Failure) in
    let length = try output(outLength, "out_length")
    let hidden = try isHidden(flags)
    let tag = try language(tag)
    var text = ByteOutput()
    var origin = Wording.Origin.nothing
    try growing { () throws(OutOfMemory) in
      origin = try host.pointee.catalogue.word(
        host.pointee.group, isHidden: hidden, in: tag, orElse: .root, into: &text
      ).origin
    }
    try copyOut(Bytes(text.written ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)), buffer, capacity, length)
    return origin == .nothing ? .empty : .ok
  }
}
