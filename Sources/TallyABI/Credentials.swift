public import CTally
import TallyBorder
import TallyEngine
import TallyFailure

// Credentials for servers (header section "Accounts").

@c @implementation
public func tally_account_set_credential(
  _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?, _ credential: UnsafePointer<tally_credential>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).setCredential(try given(credential), for: try unchecked(url, "url"))
    return .ok
  }
}

@c @implementation
public func tally_account_remove_credential(
  _ handle: OpaquePointer?, _ url: UnsafePointer<CChar>?
) -> tally_status {
  answer { () throws(Failure) in
    try account(handle).setCredential(nil, for: try unchecked(url, "url"))
    return .ok
  }
}

@c @implementation
public func tally_feed_set_credential(
  _ handle: OpaquePointer?, _ credential: UnsafePointer<tally_credential>?
) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).setCredential(try given(credential))
    return .ok
  }
}

@c @implementation
public func tally_feed_remove_credential(_ handle: OpaquePointer?) -> tally_status {
  answer { () throws(Failure) in
    try feed(handle).setCredential(nil)
    return .ok
  }
}

/// The host's credential, whose texts are borrowed.
private func given(_ credential: UnsafePointer<tally_credential>?) throws(Failure) -> GivenCredential {
  if credential == nil { throw Failure(.argument, "the credential is NULL") }
  var raw = tally_credential()
  try options(credential, into: &raw)
  let known = UInt32(TALLY_CREDENTIAL_FLAG_PLAIN)
  try refuse(unless: raw.flags & ~known == 0 && raw.reserved == 0, "unknown flags and reserved members")
  guard let kind = GivenCredential.Kind(rawValue: raw.kind) else {
    throw Failure(.argument, "unknown kind of credential")
  }
  var result = GivenCredential(
    kind, name: try textOrNone(raw.name, "the credential's name"), secret: try text(raw.secret, "the secret"),
    format: try textOrNone(raw.format, "the format"))
  result.mayBePlain = raw.flags & known != 0
  return result
}
