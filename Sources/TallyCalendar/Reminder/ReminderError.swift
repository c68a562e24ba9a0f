/// Why a reminder cannot be planned.
public enum ReminderError: UInt8, Error, Sendable {
  case shelfLife = 1
  case expiry, time, repetitionAndEnd, repetition, end, everyRange, endBeforeStart, overdue

  public var text: StaticString {
    switch self {
    case .shelfLife: "a shelf life is one day, month or year, or more"
    case .expiry: "it would expire after the year 9999"
    case .time: "a time of day is from 0 to 86,399 seconds"
    case .repetitionAndEnd: "without smart reminders, a repetition and an end have to be given"
    case .repetition: "without smart reminders, a repetition has to be given"
    case .end: "without smart reminders, an end has to be given"
    case .everyRange: "it can be repeated every 1 to 1,000,000 of a unit"
    case .endBeforeStart: "the end is before the start"
    case .overdue: "an overdue reminder is repeated every 1 to 1,000,000 of a unit, 0 to 1,000,000 times"
    }
  }
}
