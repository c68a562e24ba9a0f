import ArgumentParser
import Tally

/// How the command ends, after `sysexits.h`.
enum Exit {
  /// The user did not want it.
  static let declined: Int32 = 1
  static let usage: Int32 = 64
  static let data: Int32 = 65
  static let noInput: Int32 = 66
  static let unavailable: Int32 = 69
  static let software: Int32 = 70
  static let system: Int32 = 71
  static let cannotCreate: Int32 = 73
  static let inputOutput: Int32 = 74
  static let temporary: Int32 = 75
  static let permission: Int32 = 77

  static func status(of code: TallyError.Code) -> Int32 {
    switch code {
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

  /// Advice for the next step. nil: the message says enough.
  private static func advice(for code: TallyError.Code) -> String? {
    switch code {
    case .path: "write names with dots between them, as chat.bo, and a dot in a name as \\."
    case .locked: "try again when it has ended"
    case .corrupt: "list the damage with tally verify, and save the rest with tally recover"
    case .notAStore: "name another file with --db"
    case .newer: "use the newer tally that wrote it"
    case .full: "free some space, and try again"
    case .readOnly, .permission: "check who may write the file and its folder"
    case .network, .timeout: "check the URL and the network, and try again"
    case .tls: "check the server's certificate"
    case .url: "write a URL that begins with http:, https: or file:"
    case .unauthorized: "set TALLY_TOKEN to a valid token"
    case .protocolError:
      "try the response with tally map; a server with a format of its own needs --preset or --mapping"
    default: nil
    }
  }

  /// Prints a message, and returns the error that ends the command.
  static func failing(_ status: Int32, _ words: String) -> ExitCode {
    Output.error.write(Output.error.paint("tally:", .alarm) + " \(printable(words))\n")
    return ExitCode(status)
  }

  /// Reports that a file does not contain the account, and lists the accounts that it contains.
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

  static func failing(_ error: TallyError) -> ExitCode {
    failing(status(of: error.code), words(error.code, error.message))
  }

  /// A message, and what to do next.
  static func words(_ code: TallyError.Code, _ message: String) -> String {
    advice(for: code).map { "\(message); \($0)" } ?? message
  }
}

/// Runs code that throws the library's errors, and reports them as the command does.
func reporting<Result>(_ body: () throws(TallyError) -> Result) throws -> Result {
  do throws(TallyError) { return try body() } catch { throw Exit.failing(error) }
}
