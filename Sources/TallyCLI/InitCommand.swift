import ArgumentParser
import Tally

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Create a database with an example.",
    discussion: "The example has a few badges, messages and a reminder. The database must not exist.")

  @OptionGroup var store: StoreOptions

  func run() throws {
    let (file, _) = try store.database.place()
    if exists(file: file) {
      throw Exit.failing(Exit.cannotCreate, "\(file): it exists; name another file with --db")
    }
    try store.run { account in
      try reporting { () throws(TallyError) in
        try account.set(2, at: "chat.ann")
        try account.set(1, at: "chat.bo")
        try account.dot(at: "settings.updates")
        try account.set(5, at: "promotions")
        try account.mute(.all, at: "promotions")
        for (id, title, sender) in [
          ("welcome", "Welcome to Tally", "Tally"), ("lunch", "Lunch on Friday?", "Ann"),
          ("photos", "12 photos from the weekend", "Bo"),
        ] {
          var message = Message.Draft(id: id, title: title)
          message.thread = "mail"
          message.argument = sender
          try account.post(message, at: "inbox")
        }
        var milk = Reminder.Terms()
        milk.title = "Fresh milk"
        milk.path = "fridge"
        milk.shelfLife = Reminder.Span(7, .day)
        milk.smart = .on
        try account.putReminder("milk", terms: milk)
      }
    }
    let option = store.database.given.map { " --db \($0)" } ?? ""
    store.output.confirm(
      """
      created \(file)

      Now try:
        tally tree\(option)
        tally explain inbox\(option)
        tally messages\(option)
        tally clear inbox\(option)
        tally remind list\(option)
        tally watch\(option)
      """
    ) { $0.put(file: file) }
  }
}
