import TallyFailure
import TallyMemory

// Sums of what feeds badges, with levels. Accounts without messages whose level is not normal read one statement each.

extension Store {
  /// Visits the paths that the messages of an account feed, with the sum of the counts and the number of messages.
  public func fedSums(
    account: Int64,
    visit: DeltaVisitor
  ) throws(Failure) {
    let statement = try statement(.sum(.all), account)
    guard try step(statement) else { return }
    if try hasLevels(account) { return try fedSumsWithLevels(account, statement, visit) }
    repeat { try visit(statement.bytes(0), try sums(statement, least: statement.number(3))) } while try step(statement)
  }

  /// The same with levels. Both statements have their paths in the same order.
  /// - Parameter statement: it has its first row.
  private func fedSumsWithLevels(
    _ account: Int64, _ statement: borrowing Statement, _ visit: DeltaVisitor
  ) throws(Failure) {
    let levels = try self.statement(.level(.all), account)
    var hasMore = try step(levels)
    repeat {
      var sum = try sums(statement, least: statement.number(3))
      if hasMore, isEqual(levels.bytes(0), statement.bytes(0)) {
        sum = sum.adding(try levelSums(levels, of: sum))
        hasMore = try step(levels)
      }
      try visit(statement.bytes(0), sum)
    } while try step(statement)
  }
}
