import Foundation
import Tally

/// The calls of `async` beside the direct ones, as a story that both twins go through.
enum AsyncCalls {
  static let badges: [CallForms] = [
    .call("Account/logOut()", { try $0.account.logOut() }, { try await $0.account.async.logOut() }),
    .call("Account/logIn()", { try $0.account.logIn() }, { try await $0.account.async.logIn() }),
    .call(
      "Account/set(_:at:until:)", { try $0.account.set(3, at: "a.b", until: $0.later(60)) },
      { try await $0.account.async.set(3, at: "a.b", until: $0.later(60)) }),
    .call(
      "Account/dot(at:until:)", { try $0.account.dot(at: "a.c", until: $0.later(90)) },
      { try await $0.account.async.dot(at: "a.c", until: $0.later(90)) }),
    .call(
      "Account/add(_:at:)", { try $0.account.add(-2, at: "a.b") }, { try await $0.account.async.add(-2, at: "a.b") }),
    .call("Account/clear(at:)", { try $0.account.clear(at: "a") }, { try await $0.account.async.clear(at: "a") }),
    .call(
      "Account/mute(_:at:until:)", { try $0.account.mute(.number, at: "a.b", until: $0.later(30)) },
      { try await $0.account.async.mute(.number, at: "a.b", until: $0.later(30)) }),
    .call(
      "Account/snooze(at:until:)", { try $0.account.snooze(at: "a.b", until: $0.later(40)) },
      { try await $0.account.async.snooze(at: "a.b", until: $0.later(40)) }),
    .call(
      "Account/setFlag(_:at:)", { try $0.account.setFlag(true, at: "a.c") },
      { try await $0.account.async.setFlag(true, at: "a.c") }),
    .call(
      "Account/setRule(_:at:)", { try $0.account.setRule(Badge.Rule(feeding: .unread), at: "a.c") },
      { try await $0.account.async.setRule(Badge.Rule(feeding: .unread), at: "a.c") }),
    .call(
      "Account/link(_:under:)", { try $0.account.link("a.b", under: "linked") },
      { try await $0.account.async.link("a.b", under: "linked") }),
    .call(
      "Account/unlink(_:under:)", { try $0.account.unlink("a.b", under: "linked") },
      { try await $0.account.async.unlink("a.b", under: "linked") }),
    .call(
      "Account/clearTree(at:)", { try $0.account.clearTree(at: "a") },
      { try await $0.account.async.clearTree(at: "a") }),
    .call(
      "Account/batch(_:at:id:)",
      { try $0.account.batch([.set(7, at: "b"), .dot(at: "c")], at: .init(source: "log", position: 3), id: "one") },
      {
        try await $0.account.async.batch(
          [.set(7, at: "b"), .dot(at: "c")], at: .init(source: "log", position: 3), id: "one")
      }),
    .call(
      "Account/batchEach(_:)", { try $0.account.batchEach([.set(1, at: "d"), .add(-1, at: "a..b"), .get(at: "b")]) },
      { try await $0.account.async.batchEach([.set(1, at: "d"), .add(-1, at: "a..b"), .get(at: "b")]) }),
    .call(
      "Account/restore(_:at:)", { try $0.account.restore($0.account.badgeSnapshot(at: "b"), at: "e") },
      { try await $0.account.async.restore($0.account.badgeSnapshot(at: "b"), at: "e") }),
    .call(
      "Account/apply(_:at:overwriting:)", { try $0.account.apply(patch($0), at: "f", overwriting: true) },
      { try await $0.account.async.apply(patch($0), at: "f", overwriting: true) }),
    .call("Node/set(_:until:)", { try $0.node.set(3) }, { try await $0.node.async.set(3) }),
    .call("Node/add(_:)", { try $0.node.add(2) }, { try await $0.node.async.add(2) }),
    .call(
      "Node/mute(_:until:)", { try $0.node.mute(.all, until: $0.later(10)) },
      { try await $0.node.async.mute(.all, until: $0.later(10)) }),
    .call("Node/clear()", { try $0.node.clear() }, { try await $0.node.async.clear() }),
    .call(
      "Node/dot(until:)", { try $0.node.dot(until: $0.later(20)) }, { try await $0.node.async.dot(until: $0.later(20)) }
    ),
    .call("Node/clearTree()", { try $0.node.clearTree() }, { try await $0.node.async.clearTree() }),
    .call("Account/export()", { try $0.account.export() }, { try await $0.account.async.export() }),
  ]

  /// From nothing to a number.
  private static func patch(_ twin: Twin) throws -> BadgePatch {
    try twin.account.badgeSnapshot(at: "none").patch(to: twin.account.badgeSnapshot(at: "b"))
  }

  private static let secret = Credential(secret: "secret")

  private static func page(_ ids: String...) -> [UInt8] {
    let items = ids.map { #"{"id":"\#($0)","path":"in.\#($0)","thread":"\#($0.prefix(1))"}"# }
    return Array(#"{"cursor":"\#(ids.joined())","items":[\#(items.joined(separator: ","))]}"#.utf8)
  }

  static let feeds: [CallForms] = [
    .call(
      "Account/setCredential(_:for:)", { try $0.account.setCredential(secret, for: "https://example.org") },
      { try await $0.account.async.setCredential(secret, for: "https://example.org") }),
    // Whether a feed has a credential shows that it was set.
    .both { try $0.account.storedFeeds().map(\.hasCredential) },
    .call(
      "Account/removeCredential(for:)", { try $0.account.removeCredential(for: "https://example.org") },
      { try await $0.account.async.removeCredential(for: "https://example.org") }),
    .both { try $0.account.storedFeeds().map(\.hasCredential) },
    .call(
      "Feed/setCredential(_:)", { try $0.feed.setCredential(secret) },
      { try await $0.feed.async.setCredential(secret) }),
    .both { try $0.account.storedFeeds().map(\.hasCredential) },
    .call(
      "Feed/removeCredential()", { try $0.feed.removeCredential() }, { try await $0.feed.async.removeCredential() }),
    .both { try $0.account.storedFeeds().map(\.hasCredential) },
    .call(
      "Account/addFeed(_:configuration:)", { try $0.account.addFeed("other", configuration: Twin.manual()).id },
      { try await $0.account.async.addFeed("other", configuration: Twin.manual()).id }),
    .call(
      "Account/storedFeeds(after:limit:)", { try $0.account.storedFeeds(after: "other", limit: 1) },
      { try await $0.account.async.storedFeeds(after: "other", limit: 1) }),
    .call(
      "Feed/deliver(_:)", { try $0.feed.deliver(page("a1", "a2", "b1", "b2")) },
      { try await $0.feed.async.deliver(page("a1", "a2", "b1", "b2")) }),
    .both { try $0.feed.deliver(Array(#"{"cursor":"2","items":[{"id":1},{"id":2}]}"#.utf8)) },
    .call(
      "Account/rejectedItems(ofFeed:after:limit:)",
      { try $0.account.rejectedItems(ofFeed: $0.feed.id, after: $0.feed.rejectedItems().entries[0], limit: 1) },
      {
        try await $0.account.async.rejectedItems(
          ofFeed: $0.feed.id, after: $0.feed.rejectedItems().entries[0], limit: 1)
      }),
    .both { try $0.feed.deliver(Array(#"{"cursor":"3","items":[],"check":{"in":{"n":9},"p":{"n":8}}}"#.utf8)) },
    .call(
      "Account/drifts(at:includingDescendants:)", { try $0.account.drifts(at: "root", includingDescendants: true) },
      { try await $0.account.async.drifts(at: "root", includingDescendants: true) }),
    .call(
      "Feed/receivePush(_:)", { try $0.feed.receivePush(Array("{}".utf8)) },
      { try await $0.feed.async.receivePush(Array("{}".utf8)) }),
    .both { try $0.feed.state() },
    .both { try $0.account.configure(Account.Settings(pushPath: "icon")) },
    .call(
      "Account/receivePush(_:)", { try $0.account.receivePush(Array(#"{"aps":{"badge":4}}"#.utf8)) },
      { try await $0.account.async.receivePush(Array(#"{"aps":{"badge":4}}"#.utf8)) }),
    .both { try $0.account.badge(at: "icon") },
    .call(
      "Feed/remove()", { try $0.account.feed("other").remove() },
      { try await $0.account.feed("other").async.remove() }),
  ]

  static let messages: [CallForms] = [
    .call(
      "Account/post(_:at:)", { try $0.account.post(Message.Draft(id: "m", title: "M"), at: "chat") },
      { try await $0.account.async.post(Message.Draft(id: "m", title: "M"), at: "chat") }),
    .both { try $0.account.post(Message.Draft(id: "n", title: "N"), at: "chat.bo") },
    .call(
      "Account/messages(at:includingDescendants:unreadOnly:after:limit:)",
      { try $0.account.messages(at: "in", includingDescendants: true, unreadOnly: true, after: first($0), limit: 2) },
      {
        try await $0.account.async.messages(
          at: "in", includingDescendants: true, unreadOnly: true, after: first($0), limit: 2)
      }),
    .call(
      "Account/messages(ofThread:after:limit:)", { try $0.account.messages(ofThread: "a", after: nil, limit: 1) },
      { try await $0.account.async.messages(ofThread: "a", after: nil, limit: 1) }),
    .call(
      "Account/messages(from:newer:at:includingDescendants:unreadOnly:after:limit:)",
      {
        try $0.account.messages(
          from: $0.key("m"), newer: true, at: "root", includingDescendants: true, unreadOnly: true, after: first($0),
          limit: 2)
      },
      {
        try await $0.account.async.messages(
          from: $0.key("m"), newer: true, at: "root", includingDescendants: true, unreadOnly: true, after: first($0),
          limit: 2)
      }),
    .call(
      "Account/firstMessage(at:includingDescendants:unseen:highlighted:newest:limit:)",
      {
        try $0.account.firstMessage(at: "root", includingDescendants: true, unseen: true, newest: true, limit: 1)
      },
      {
        try await $0.account.async.firstMessage(
          at: "root", includingDescendants: true, unseen: true, newest: true, limit: 1)
      }),
    .call(
      "Account/message(_:)", { try $0.account.message($0.key("m")) },
      { try await $0.account.async.message($0.key("m")) }),
    .call(
      "Account/message(id:feed:)", { try $0.account.message(id: "b1", feed: $0.feed.id) },
      { try await $0.account.async.message(id: "b1", feed: $0.feed.id) }),
    .call(
      "Account/markRead(_:)", { try $0.account.markRead([$0.key("m")]) },
      { try await $0.account.async.markRead([$0.key("m")]) }),
    .call(
      "Account/markUnread(_:)", { try $0.account.markUnread([$0.key("m")]) },
      { try await $0.account.async.markUnread([$0.key("m")]) }),
    .call(
      "Account/markRead(at:includingDescendants:upTo:)",
      { try $0.account.markRead(at: "chat", includingDescendants: true, upTo: $0.key("m")) },
      { try await $0.account.async.markRead(at: "chat", includingDescendants: true, upTo: $0.key("m")) }),
    .call(
      "Account/markRead(at:includingDescendants:)", { try $0.account.markRead(at: "chat", includingDescendants: true) },
      { try await $0.account.async.markRead(at: "chat", includingDescendants: true) }),
    .call(
      "Account/withdrawMessage(_:)", { try $0.account.withdrawMessage("m") },
      { try await $0.account.async.withdrawMessage("m") }),
    .call(
      "Account/beginView(at:includingDescendants:reading:)",
      { try $0.account.beginView(at: "chat", includingDescendants: true, reading: true).isHeld },
      { try await $0.account.async.beginView(at: "chat", includingDescendants: true, reading: true).isHeld }),
  ]

  private static func first(_ twin: Twin) throws -> Message { try twin.account.messages(at: "in").entries[0] }

  static let groups: [CallForms] = [
    .call(
      "Account/setStrings(_:language:forms:)",
      { try $0.account.setStrings("new", language: "de", forms: Message.PluralForms(one: "Eine", other: "%u neue")) },
      {
        try await $0.account.async.setStrings(
          "new", language: "de", forms: Message.PluralForms(one: "Eine", other: "%u neue"))
      }),
    .call(
      "Account/setCategory(_:summary:hidden:)", { try $0.account.setCategory("news", summary: "new", hidden: "new") },
      { try await $0.account.async.setCategory("news", summary: "new", hidden: "new") }),
    .both { twin in
      for id in ["x", "y"] {
        var draft = Message.Draft(id: id, title: id)
        (draft.thread, draft.category) = ("t", "news")
        try twin.account.post(draft, at: "news")
      }
    },
    .call(
      "Account/groups(language:previewsHidden:after:limit:)",
      { try $0.account.groups(language: "de", previewsHidden: true, after: nil, limit: 2) },
      { try await $0.account.async.groups(language: "de", previewsHidden: true, after: nil, limit: 2) }),
    .call(
      "Account/groups(language:previewsHidden:behind:limit:)",
      {
        try $0.account.groups(language: "de", previewsHidden: true, behind: $0.account.message($0.key("y")), limit: 2)
      },
      {
        try await $0.account.async.groups(
          language: "de", previewsHidden: true, behind: $0.account.message($0.key("y")), limit: 2)
      }),
    .call(
      "Account/group(ofThread:language:previewsHidden:)",
      { try $0.account.group(ofThread: "t", language: "de", previewsHidden: false) },
      { try await $0.account.async.group(ofThread: "t", language: "de", previewsHidden: false) }),
    .call(
      "Account/removeStrings(_:language:)", { try $0.account.removeStrings("new", language: "de") },
      { try await $0.account.async.removeStrings("new", language: "de") }),
    .call(
      "Account/removeCategory(_:)", { try $0.account.removeCategory("news") },
      { try await $0.account.async.removeCategory("news") }),
    .call(
      "Account/removeMessages(_:)",
      { try $0.account.removeMessages([$0.account.post(Message.Draft(id: "gone"), at: "chat")]) },
      {
        let key = try await $0.account.async.post(Message.Draft(id: "gone"), at: "chat")
        try await $0.account.async.removeMessages([key])
      }),
    .call(
      "Account/messageData(_:)", { try $0.account.messageData($0.key("x")) },
      { try await $0.account.async.messageData($0.key("x")) }),
    .call(
      "Account/markSeen(_:)", { try $0.account.markSeen([$0.key("x")]) },
      { try await $0.account.async.markSeen([$0.key("x")]) }),
    .call(
      "Account/snoozeMessage(_:until:)", { try $0.account.snoozeMessage($0.key("x"), until: $0.later(50)) },
      { try await $0.account.async.snoozeMessage($0.key("x"), until: $0.later(50)) }),
    .call(
      "Account/markGroupSeen(_:)", { try $0.account.markGroupSeen("t") },
      { try await $0.account.async.markGroupSeen("t") }),
    .call(
      "Account/dismissGroup(_:)", { try $0.account.dismissGroup("a") },
      { try await $0.account.async.dismissGroup("a") }),
    .call(
      "Account/importStrings(_:as:)", { try $0.account.importStrings(translations, as: .catalog) },
      { try await $0.account.async.importStrings(translations, as: .catalog) }),
  ]

  private static let translations = Array(
    """
    {"sourceLanguage": "en", "version": "1.0", "strings": {"left": {"localizations": {"en": {"variations": {"plural": {
    "one": {"stringUnit": {"state": "translated", "value": "%d is left"}},
    "other": {"stringUnit": {"state": "translated", "value": "%d are left"}}}}}}}}}
    """.utf8)
}
