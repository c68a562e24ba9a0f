import ArgumentParser
import Tally

/// How the command ends, after `sysexits.h`.
enum Exit {
  static let data: Int32 = 65
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let software: Int32 = 70
  static let system: Int32 = 71
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporary: Int32 = 75
  static let permission: Int32 = 77

  static func status(of status: Status) -> Int32 {
    switch status {
    case .argument, .path, .range, .limit, .notFound, .exists, .conflict, .corrupt, .notAStore, .newer, .url,
      .malformed, .staleEpoch:
      return data
    case .network, .timeout, .tls, .protocolError, .tooLarge, .server, .rateLimited, .loggedOut, .cancelled:
      return unavailable
    case .full: return cannotCreate
    case .io: return inputOutput
    case .locked: return temporary
    case .readOnly, .permission, .unauthorized: return permission
    case .noMemory: return system
    default: return software
    }
  }

  /// Says what went wrong, and is thrown to end the command.
  static func failing(_ status: Int32, _ words: String) -> ExitCode {
    Output.error.write("tally: \(printable(words))\n")
    return ExitCode(status)
  }

  static func failing(_ error: TallyError) -> ExitCode { failing(status(of: error.status), error.message) }
}

/// Runs what may fail with the library's errors.
func reporting<Result>(_ body: () throws(TallyError) -> Result) throws -> Result {
  do throws(TallyError) { return try body() } catch { throw Exit.failing(error) }
}

/// Text from outside, fit for a terminal: whatever it would obey becomes a space.
func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    result.unicodeScalars.append(isControl ? " " : scalar)
  }
  return result
}
