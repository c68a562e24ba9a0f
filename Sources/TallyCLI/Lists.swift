import Tally

/// A number with its noun: 1 message, 2 messages.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

/// The longest page that a list of the library returns.
let longestPage = 10_000

/// Reads all entries of a list that comes in pages.
/// - Parameter list: returns the page behind an entry.
func allEntries<Entry>(
  _ list: (Entry?) throws(TallyError) -> ListPage<Entry>
) throws(TallyError) -> [Entry] {
  var page = try list(nil)
  var found = page.entries
  while let last = page.next {
    page = try list(last)
    found += page.entries
  }
  return found
}

/// Reads a part of a list that comes in pages. A command line names the entry behind which the part begins by a number,
/// and that entry may be removed, so the entries before it are skipped here.
/// - Parameters:
///   - limit: the most entries, which the library checks.
///   - isBefore: whether an entry comes before the part.
///   - list: returns the page behind an entry, with a limit.
func entries<Entry>(
  limit: Int, skipping isBefore: (Entry) -> Bool,
  _ list: (Entry?, Int) throws(TallyError) -> ListPage<Entry>
) throws(TallyError) -> [Entry] {
  var page = try list(nil, limit)
  var found: [Entry] = []
  while true {
    found += page.entries.filter { !isBefore($0) }
    guard found.count < limit, let last = page.next else { return Array(found.prefix(limit)) }
    page = try list(last, longestPage)
  }
}
