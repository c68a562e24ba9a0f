import TallyBorder
import TallyEngine
import TallyFailure
import TallyStore

public import CTally

@c @implementation
public func tally_badge_set_rule(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ rule: UnsafePointer<tally_badge_rule>?
) -> tally_status {
  answer { () throws(Failure) in
    let account = try account(handle)
    var raw = tally_badge_rule()
    try options(rule, into: &raw)
    try refuseFlags(raw.flags)
    try account.setRule(try unchecked(path, "path"), PathRule(feeding: raw.feeding, counting: raw.counting))
    return .ok
  }
}

@c @implementation
public func tally_badge_get_rule(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ flags: UInt32,
  _ outRule: UnsafeMutablePointer<tally_badge_rule>?
) -> tally_status {
  answer { () throws(Failure) in
    let target = try output(outRule, "out_rule")
    try refuseFlags(flags, but: TALLY_RULE_EFFECTIVE)
    var rule = tally_badge_rule()
    let isEffective = flags & UInt32(TALLY_RULE_EFFECTIVE) != 0
    let known = try account(handle).readRule(try unchecked(path, "path"), isEffective: isEffective)
    (rule.feeding, rule.counting) = (known.feeding, known.counting)
    try fill(target, with: rule)
    return .ok
  }
}
