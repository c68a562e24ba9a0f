/// Transactions and their parts.
enum TransactionQuery: Int, QueryTexts {
  case begin, commit, rollback, beginPart, endPart, abandonPart, touch, untouch

  @inline(never)
  var text: QueryText {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollback: "ROLLBACK"
    case .beginPart: "SAVEPOINT part"
    case .endPart: "RELEASE part"
    case .abandonPart: "ROLLBACK TO part"
    case .touch: "UPDATE meta SET epoch = epoch - 1"
    case .untouch: "UPDATE meta SET epoch = epoch + 1"
    }
  }
}
