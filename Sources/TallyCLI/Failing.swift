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

  /// Says that a file has no such account, and which it has.
  static func noAccount(_ name: String, in file: String, _ engine: Engine, _ status: Int32) -> ExitCode {
    let shown = 5
    let names = (try? engine.accountNames(limit: shown + 1)) ?? []
    let listed = names.prefix(shown).map { "'\($0)'" }.joined(separator: ", ")
    let advice =
      if names.isEmpty {
        "it has no accounts yet; commands that change something, such as tally set, create one"
      } else if names.count > shown {
        "it has \(listed) and more; choose one with --account, or list them with tally account list"
      } else if names.count > 1 {
        "it has \(listed); choose one with --account"
      } else {
        "it has only \(listed); choose it with --account"
      }
    return failing(status, "there is no account '\(name)' in \(file): \(advice)")
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
