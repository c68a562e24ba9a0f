import TallyCalendar
import TallyMemory

// The iCalendar reader without an engine, for fuzz_calendars.c: users import such files.

/// Is called for each text of each item.
public typealias CalendarListener = @convention(c) (UnsafeRawPointer?, Int) -> Void

/// Reads a file to its end. Writes each item that can be planned, reads it again, and compares the two.
/// - Returns: the number of items, or the line at which the file is malformed, negated.
@_cdecl("fuzz_calendar")
public func calendar(_ data: UnsafeRawPointer?, _ size: Int, _ listener: CalendarListener) -> Int {
  do throws(ICalendarError) {
    var reader = ICalendarReader(UnsafeRawBufferPointer(start: data, count: size), defaultTime: 0)
    var count = 0
    while let item = try reader.next() {
      count += 1
      for text in [item.uid, item.title, item.body, item.badge, item.zone] { listener(text.baseAddress, text.count) }
      writeAgain(item)
    }
    return count
  } catch {
    precondition(error.line >= 1 && error.problem != .outOfMemory)
    return -error.line
  }
}

private func writeAgain(_ item: ICalendarItem) {
  guard let schedule = schedule(item.terms), item.zone.isEmpty || isName(item.zone) else { return }
  var writer = ICalendarWriter()
  writer.write(item, schedule, in: ZoneTable()[0])
  guard let written = try? writer.end() else { return }
  do throws(ICalendarError) {
    var reader = ICalendarReader(written, defaultTime: 1)
    guard let again = try reader.next() else { preconditionFailure() }
    precondition(again.isExact && again.terms == item.terms && again.isDone == item.isDone)
    precondition(again.revision == item.revision && again.stamp == item.stamp)
    precondition(isEqual(again.uid, item.uid) && isEqual(again.title, item.title) && isEqual(again.body, item.body))
    precondition(isEqual(again.badge, item.badge) && isEqual(again.zone, item.zone))
    let isOver = try reader.next() == nil
    precondition(isOver)
  } catch {
    preconditionFailure()
  }
}

private func isName(_ zone: UnsafeRawBufferPointer) -> Bool {
  do throws(ZoneError) {
    try ZoneTable.check(name: zone)
    return true
  } catch {
    return false
  }
}

private func schedule(_ terms: ReminderTerms) -> ReminderSchedule? {
  do throws(ReminderError) { return try terms.schedule() } catch { return nil }
}
