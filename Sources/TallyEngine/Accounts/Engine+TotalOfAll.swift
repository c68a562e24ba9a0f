import TallyFailure
import TallyLoop
import TallyMemory
import TallyStore
import TallyTree

extension Engine {
  /// The combined badge of all stored accounts, logged in or not. Each account's part is of its own moment.
  /// - Complexity: O(stored accounts, and the badges of those that are not in memory).
  public func totalOfAll() throws(Failure) -> (shown: Visible, level: VisibleLevel) {
    var sum = Total()
    var name = ByteBuffer()
    while try takeNextName(&name) {
      do throws(Failure) {
        let account = try openAccount(name.bytes, mayCreate: false, resumes: false)
        let hold = try account.enter()
        let (shown, level) = (account.tree.contribution(.root), account.tree.contributedLevel(.root))
        hold.release()
        _ = sum.replace(.nothing, .nothing, with: shown, level)
      } catch {
        // It was removed meanwhile.
        if error.status != .notFound { throw error }
      }
    }
    return (sum.shown, sum.level)
  }

  /// Replaces a name by the next one of the stored accounts.
  /// - Returns: false: there is none.
  private func takeNextName(_ name: inout ByteBuffer) throws(Failure) -> Bool {
    var next = ByteBuffer()
    var isFull = false
    _ = try listAccounts(after: name.bytes, limit: 1) { found in
      do throws(OutOfMemory) { try next.append(found) } catch { isFull = true }
    }
    if isFull { throw .noMemory }
    swap(&name, &next)
    return !name.isEmpty
  }
}
