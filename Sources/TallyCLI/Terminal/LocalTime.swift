/// A timestamp as text: for people the time of their zone, for programs UTC in ISO 8601.
func timestamp(_ date: Date) -> String {
  guard Output.standard.isTerminal else { return date.formatted(.iso8601) }
  let seconds = date.timeIntervalSince1970.rounded(.down)
  var time = time_t(exactly: seconds) ?? 0
  var parts = tm()
  guard time_t(exactly: seconds) != nil, localtime_r(&time, &parts) != nil else { return date.formatted(.iso8601) }
  func two(_ number: Int32) -> String { padded("\(number)", to: 2, right: true, with: "0") }
  let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
  return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
}
