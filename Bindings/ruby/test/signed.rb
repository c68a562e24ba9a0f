# frozen_string_literal: true

require "date"
require "tally"

# Calls much of what is public, once. test_signatures.rb runs this with each call compared with its signature.
wall, requests = 1_767_225_600_000, []
Tally.open(host_driven: true, zone: "UTC", clock: -> { [wall, wall] }, log: ->(_, _) {}) do |engine|
  engine.transport { |request| requests << request }
  ann, scope = engine.account("ann", aggregation: Tally::AGGREGATION_SUM), engine.scope
  widget = Struct.new(:drawn) do
    %i[show_dot show_number show_icon hide].each { |name| define_method(name) { |path, _, _| self.drawn = path } }
  end
  scope.bind(ann, "root.a", widget.new)
  scope.unobserve(scope.observe(ann, "root", subtree: true) { |event| event.shown })
  scope.observe_messages(ann, "root") { |event| event.path }
  scope.observe_groups(ann, initial: true)
  scope.observe_total { |event| event.text }
  scope.observe_feed(ann.feeds.add("inbox")) { |event| event.shown }
  scope.observe_feeds { |event| event.http_status }
  scope.observe_reminders(ann) { |event| event.text }
  ann.set("root.a", 3)
  ann.set("root.b", 3, wall + 1000)
  ann.dot("root.c", Time.now + 100)
  ann.mute("root.c", Tally::MUTE_ALL)
  token, = scope.begin_view(ann, "root.c")
  scope.end_view(token)
  [ann["root"], ann.list(subtree: true), ann.explain("root.a"), ann.digest, ann.state, engine.total].each(&:to_s)
  changes = ann.changes
  node = ann.node("root.n")
  node.set(2)
  ann.batch(Tally::Batch.new.add("root.a", 1).add(node, 1).get("root"), source: "log", epoch: 1, position: 2)
  changes.poll.each(&:path)
  ann.restore(ann.snapshot)
  ann.apply("root", ann.diff("root.a", ann, "root.a"), overwrite: true)
  Tally::Snapshot.decode(ann.snapshot.encode).diff(ann.snapshot)
  engine.foreground = true
  engine.network = true
  engine.woke
  ann.set_style("root.a", Tally::Style.new(icon: "new"))
  [ann.style("root.a").icon, ann.present("root.a"), Tally.present(ann["root"]),
   ann.batch_position("log")].each(&:to_s)
  key = ann.messages.post("root.m", id: "m", title: "hello", thread: "t", time: wall)
  ann.set_rule("root.m", feeding: Tally::FEEDING_UNREAD)
  [ann.get_rule("root.m").feeding, ann.get_rule("root.m", effective: true)].each(&:to_s)
  [ann.get_own("root.a"), ann.messages.get(key), ann.messages.find("m")].each(&:to_s)
  ann.messages.list.each(&:title)
  ann.messages.read([key])
  [ann.messages.counts, ann.groups.to_a, ann.outbox.to_a, ann.feeds.to_a].each(&:to_s)
  ann.groups.set_category("talk", "%u more")
  ann.set_credential("https://example.org", kind: Tally::CREDENTIAL_KIND_BEARER, secret: "secret")
  ann.log_in
  feed = ann.feeds.add("inbox", "https://example.org/feed", initial_delay: -1)
  feed.refresh_now { |event| event.result }
  engine.step
  requests.first.respond(200, { "Content-Type" => "application/json" }, '{"cursor":"1","items":[]}')
  engine.step
  feed.info
  ann.reminders.put("milk", shelf_life: 7, shelf_unit: Tally::UNIT_DAY, produced: Date.new(2099, 1, 1))
  ann.reminders.confirm_plan(ann.reminders.plan(limit: 1).last.token)
  [ann.reminders.get("milk"), ann.reminders.import(ann.reminders.export), engine.find_account(ann.state.id),
   ann.feeds.get_by_id(feed.info.first.id), engine.stats(reset: true)].each(&:to_s)
  [ann.reminders.plan(limit: 1), ann.reminders.log.to_a, ann.reminders.export, ann.reminders.to_a].each(&:to_s)
  engine.events.each(&:kind)
  [engine.limit(Tally::LIMIT_NODES), engine.stats, engine.timeout, engine.accounts.to_a, engine.next_event, engine.to_io].each(&:to_s)
  [Tally.join("root", "a", "b"), Tally.parent("root.a"), Tally.component("root.a", 0), Tally.version].each(&:to_s)
  engine.batch([Tally::Item.new("bo", id: "1", time: wall).post("in", title: "hello").set("a", 1, wall + 1)],
               source: "items", position: 1)
  [engine.position("items")].each(&:to_s)
  engine.import([["bo", engine.export_account("bo")], [nil, engine.export_source("items")]], replace: true)
  [node, feed, scope, ann].each(&:close)
end
puts "as signed"
