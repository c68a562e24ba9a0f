# frozen_string_literal: true

require "minitest/autorun"
require "minitest/mock"
require "tmpdir"
require "tally"

# Own badges, look-ups, confirmed plans, bytes that are given away, and observers of all feeds.
class TestLookups < Minitest::Test
  DAY = 86_400_000
  # Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
  HANG_SECONDS = 120

  def setup
    @wall = 1_767_225_600_000
    @engine = Tally.open(host_driven: true, zone: "UTC", clock: -> { [@wall, @wall] })
    @ann = @engine.account("ann")
    @ann.log_in
  end

  def teardown
    @engine.close
  end

  def page(id, cursor = 1)
    %({"cursor":"#{cursor}","items":[{"id":"#{id}","path":"in"}]})
  end

  def test_a_path_owns_a_badge_with_its_end
    @ann.set("a", 3, @wall + 10)
    @ann.mute("a", Tally::MUTE_ALL, @wall + 20)
    @ann.set("a.child", 1)
    own = @ann.get_own("a")
    assert_equal [Tally::KIND_NUMBER, 3, @wall + 10], [own.kind, own.count, own.until]
    assert_equal [Tally::MUTE_ALL, @wall + 20], [own.mute, own.mute_until]
    @wall += 10
    @engine.step
    assert_equal [Tally::KIND_NONE, 0, 1], [@ann.get_own("a").kind, @ann.get_own("a").until, @ann.get("a").count]
    assert_equal [0] * 7, @ann.get_own("nowhere").to_a
    assert_raises(Tally::PathError) { @ann.get_own("a..b") }
  end

  def counts(*paths)
    paths.map { |path| @ann.get(path).count }
  end

  def test_a_rule_holds_at_its_path_and_below_it
    %w[mail mail.work news].each { |path| @ann.messages.post(path) }
    @ann.clear_tree("root")
    assert_equal [0, 0, 0], counts("mail", "mail.work", "news")
    @ann.set_rule("mail", feeding: Tally::FEEDING_UNREAD)
    assert_equal [2, 1, 0], counts("mail", "mail.work", "news")
    assert_equal [Tally::FEEDING_UNREAD, 0, Tally::COUNTING_DEFAULT], @ann.get_rule("mail").to_a
    assert_equal Tally::FEEDING_DEFAULT, @ann.get_rule("mail.work").feeding
    assert_equal Tally::FEEDING_UNREAD, @ann.get_rule("mail.work", effective: true).feeding
    assert_equal Tally::FEEDING_UNSEEN, @ann.get_rule("news", effective: true).feeding
  end

  def test_a_rule_is_changed_and_removed
    %w[mail news].each { |path| @ann.messages.post(path) }
    @ann.clear_tree("root")
    @ann.configure(feeding: Tally::FEEDING_UNREAD)
    @ann.set_rule("mail", feeding: Tally::FEEDING_UNREAD)
    @ann.set_rule("mail", feeding: Tally::FEEDING_UNSEEN)
    assert_equal [0, 1, Tally::FEEDING_UNSEEN], [*counts("mail", "news"), @ann.get_rule("mail").feeding]
    @ann.set_rule("mail")
    assert_equal [1, 1, Tally::FEEDING_DEFAULT], [*counts("mail", "news"), @ann.get_rule("mail").feeding]
    assert_equal Tally::FEEDING_UNREAD, @ann.settings.feeding
    assert_raises(Tally::ArgumentError) { @ann.set_rule("mail", feeding: 3) }
    assert_raises(Tally::PathError) { @ann.get_rule("mail..x") }
  end

  def test_more_rows_than_a_call_writes
    paths = Array.new(12_000) { |number| format("root.n%05d", number) }
    @ann.batch(paths.inject(Tally::Batch.new) { |batch, path| batch.set(path, 1) })
    list = @ann.list
    assert_equal [paths, false, nil], [list.map(&:path), list.more?, list.next]
    assert_equal @ann.state.revision, list.revision
    rows = @ann.list_page(limit: 11_000)
    assert_equal [paths.first(11_000), true], [rows.map(&:path), rows.more?]
    assert_equal paths.drop(11_000), @ann.list_page(after: rows.next, limit: 20_000).map(&:path)
    assert_equal 12_000, @ann.list_page(limit: 20_000).size
  end

  # changes: how often a badge changes behind the first part.
  def test_a_list_in_parts_is_of_one_moment_unless_it_never_comes_to_rest
    { 1 => [2, 4], 1000 => [10, 20] }.each do |changes, (revision, calls)|
      seen = 0
      list, told, status = Tally::Library.of_one_moment(nil, 2) do |after|
        seen += 1
        rows = Tally::Library::List.new([after || "a"])
        rows.more, rows.next = after.nil?, after ? nil : "b"
        [rows, 1 + [seen / 2, changes].min, Tally::OK]
      end
      assert_equal [%w[a b], revision, Tally::OK, calls], [list, told, status, seen]
    end
  end

  def test_messages_by_their_keys_and_identifiers
    feed = @ann.feeds.add("inbox")
    feed.deliver(page("m1"))
    key = @ann.messages.post("in", id: "m1", title: "Posted", body: "ä" * 5000)
    posted = @ann.messages.get(key)
    assert_equal [key, "Posted", 5000], [posted.key, posted.title, posted.body.size]
    assert_equal posted, @ann.messages.find("m1")
    delivered = @ann.messages.find("m1", feed.info.first.id)
    refute_equal key, delivered.key
    assert_equal delivered, @ann.messages.get(delivered.key)
    assert_raises(Tally::NotFoundError) { @ann.messages.get(2**40) }
    assert_raises(Tally::NotFoundError) { @ann.messages.find("m2") }
  end

  def test_accounts_feeds_and_reminders_by_their_identifiers
    id = @ann.feeds.add("inbox").info.first.id
    found = @engine.find_account(@ann.state.id)
    same = found.feeds.get_by_id(id)
    assert_equal %w[ann inbox], [found.name, same.name]
    same.deliver(page("1"))
    [same, found].each(&:close)
    assert_equal 1, @ann.get("in").count
    @ann.reminders.put("milk", title: "Milk", shelf_life: 1, shelf_unit: Tally::UNIT_DAY)
    assert_equal "Milk", @ann.reminders.get("milk").title
    assert_raises(Tally::NotFoundError) { @engine.find_account(999) }
    assert_raises(Tally::NotFoundError) { @ann.feeds.get_by_id(999) }
    assert_raises(Tally::NotFoundError) { @ann.reminders.get("eggs") }
  end

  def test_categories_and_translations_are_removed
    @ann.groups.set_category("c", "%u messages")
    @ann.groups.set_strings("%u messages", "en", other: "%u messages")
    @ann.groups.remove_category("c")
    @ann.groups.remove_strings("%u messages", "en")
    assert_raises(Tally::NotFoundError) { @ann.groups.remove_category("c") }
    assert_raises(Tally::NotFoundError) { @ann.groups.remove_strings("%u messages", "en") }
  end

  def test_a_plan_is_offered_until_it_is_confirmed
    @ann.reminders.put("milk", shelf_life: 2, shelf_unit: Tally::UNIT_DAY)
    entries, former = @ann.reminders.plan
    again, plan = @ann.reminders.plan
    refute_empty again
    assert_equal entries, again
    assert_raises(Tally::ConflictError) { @ann.reminders.confirm_plan(former.token) }
    assert_equal Tally::OK, @ann.reminders.confirm_plan(plan.token)
    assert_equal Tally::ALREADY_APPLIED, @ann.reminders.confirm_plan(plan.token)
    assert_empty @ann.reminders.plan.first
    assert_equal again.size, @ann.reminders.plan(from_scratch: true).first.size
  end

  def test_skipped_entries_of_a_calendar
    @ann.reminders.put("milk", title: "Milch", shelf_life: 2, shelf_unit: Tally::UNIT_DAY)
    calendar = @ann.reminders.export
    assert_equal Encoding::UTF_8, calendar.encoding
    report, skipped = @ann.reminders.import(calendar)
    assert_equal [1, 0, []], [report.taken, report.skipped, skipped]
    bad = Array.new(100) do |number|
      "BEGIN:VTODO\r\nUID:bad#{number}\r\nDUE;TZID=Europe/Atlantis:20260504T100000\r\nEND:VTODO\r\n"
    end
    report, skipped = @ann.reminders.import(calendar.sub("END:VCALENDAR", "#{bad.join}END:VCALENDAR"))
    assert_equal [1, 100, 100, "bad99"], [report.taken, report.skipped, skipped.size, skipped.last.uid]
    assert_equal ["there is no zone 'Europe/Atlantis'", 4], [skipped[0].reason, skipped[1].line - skipped[0].line]
  end

  # Kilobytes.
  def memory
    File.read("/proc/self/status")[/VmRSS:\s*(\d+)/, 1].to_i
  end

  def test_bytes_are_released
    20.times { |number| @ann.messages.post("in", id: number.to_s, body: "x" * 50_000) }
    content = @ann.export_account
    assert_operator content.bytesize, :>, 1_000_000
    GC.start
    before = memory
    200.times { assert_equal content, @ann.export_account }
    GC.start
    assert_operator memory - before, :<, 120_000 # 200,000 were exported.
    assert_equal Encoding::BINARY, content.encoding
  end

  def test_bytes_are_released_after_an_exception
    released = []
    release = Tally::Library::FUNCTIONS["tally_bytes_release"]
    counting = release.method(:call)
    release.stub(:call, ->(cell) { counting.call(cell).tap { released << cell } }) do
      Fiddle::Pointer.stub(:new, ->(*) { raise KeyError }) do
        assert_raises(KeyError) { @engine.export_account("ann") }
      end
    end
    assert_equal ["\0".b * 16], released
  end

  def test_statistics_begin_again
    @ann.set("a", 1)
    held = @engine.stats.longest_hold_us
    assert_operator @engine.stats.longest_hold_us, :>=, held
    assert_operator @engine.stats(reset: true).longest_hold_us, :>=, held
  end

  def test_all_feeds_are_observed
    bob, scope, all, of_bob = @engine.account("bob"), @engine.scope, [], []
    bob.log_in
    tell = proc { |event| all << event }
    token = scope.observe_feeds(&tell)
    assert_equal token, scope.observe_feeds(&tell)
    scope.observe_feeds(bob) { |event| of_bob << event }
    [@ann, bob].each { |account| account.feeds.add("inbox").deliver(page("1")) }
    @engine.step
    assert_equal [[Tally::EVENT_SYNCED, token]] * 2, all.map { |event| [event.kind, event.token] }
    assert_equal [[bob.state.id, 0]], of_bob.map { |event| [event.account, event.http_status] }
    2.times { scope.unobserve(token) }
    bob.feeds.get("inbox").deliver(page("2", 2))
    assert_equal [0], @engine.events.map(&:token) # The observer is called before the event is returned.
    assert_equal [2, 2], [all.size, of_bob.size]
  end

  def test_all_feeds_of_an_engine_with_a_thread_of_its_own
    Tally.open do |engine|
      ann, bob, scope, told = engine.account("ann"), engine.account("bob"), engine.scope, []
      [ann, bob].each(&:log_in)
      first = scope.observe_feeds { |event| told << [:all, event.token, event.account] }
      second = scope.observe_feeds(ann) { |event| told << [:ann, event.token, event.account] }
      feeds = [ann, bob].map { |account| account.feeds.add("inbox") }
      feeds.each { |feed| feed.deliver(page("1")) }
      assert_equal 2, engine.dispatch
      ids = [ann.state.id, bob.state.id]
      assert_equal [[:all, first, ids[0]], [:ann, second, ids[0]], [:all, first, ids[1]]], told
      assert_nil engine.next_event
      scope.observe_feeds { raise KeyError } # The others are called as well.
      told.clear
      feeds[0].deliver(page("2", 2))
      assert_raises(KeyError) { engine.next_event }
      assert_equal %i[all ann], told.map(&:first)
      scope.close
      feeds[0].deliver(page("3", 3))
      assert_equal [0, 2], [engine.dispatch, told.size]
    end
  end

  # A dispatch leaves events that nobody observes; a thread that waits gets them all the same.
  def test_a_dispatch_leaves_events_to_threads_that_wait
    Tally.open do |engine|
      ann = engine.account("ann")
      engine.scope.observe(ann, "a")
      20.times do |number|
        begun = Process.clock_gettime(Process::CLOCK_MONOTONIC)
        thread = Thread.new { engine.next_event(HANG_SECONDS) }
        Thread.pass until engine.instance_variable_get(:@awaiting).positive?
        ann.set("a", number + 1)
        assert_equal 0, engine.dispatch
        assert_equal number + 1, thread.value.count
        assert_operator Process.clock_gettime(Process::CLOCK_MONOTONIC) - begun, :<, HANG_SECONDS
      end
    end
  end

  def test_all_reminders_are_observed
    scope, told = @engine.scope, []
    scope.observe_reminders(@ann) { |event| told << event }
    @ann.reminders.put("milk", shelf_life: 1, shelf_unit: Tally::UNIT_DAY)
    @wall += 3 * DAY
    @engine.step
    assert_equal([[Tally::EVENT_REMINDER, "milk", @ann.reminders.get("milk").key]],
                 told.map { |event| [event.kind, event.text, event.token] })
    assert_raises(Tally::ArgumentError) { scope.observe_reminders }
    assert_raises(TypeError) { scope.observe_reminders(@engine) { flunk } }
  end

  def test_limits_are_read_and_changed
    assert_operator @engine.limit(Tally::LIMIT_NODES, 3), :>, 3
    assert_equal 3, @engine.limit(Tally::LIMIT_NODES)
    @ann.set("a.b", 1)
    assert_raises(Tally::LimitError) { @ann.set("c.d", 1) }
    assert_raises(Tally::UnsupportedError) { @engine.limit(Tally::LIMIT_DEPTH, 9) }
  end

  def test_snapshots_and_patches_list_their_entries
    @ann.set("a.x", 3)
    @ann.mute("a", Tally::MUTE_NUMBER)
    before = @ann.snapshot
    assert_equal [["a", 0, Tally::MUTE_NUMBER], ["a.x", 3, Tally::MUTE_NONE]],
                 before.list(subtree: true).map { |entry| [entry.path, entry.count, entry.mute] }
    page = before.list_page(subtree: true, limit: 1)
    assert_equal ["a.x"], before.list_page(subtree: true, after: page.next).map(&:path)
    @ann.dot("a.x")
    entry, *others = Tally.patch_list(before.diff(@ann.snapshot), subtree: true).to_a
    assert_equal ["a.x", 3, Tally::KIND_NUMBER, 0, Tally::KIND_DOT],
                 [entry.path, entry.before_count, entry.before_kind, entry.after_count, entry.after_kind]
    assert_empty others
    assert_raises(Tally::MalformedError) { Tally.patch_list_page("") }
  end

  def test_the_log_of_reminders_is_followed
    @ann.reminders.put("milk", shelf_life: 1, shelf_unit: Tally::UNIT_DAY)
    page = @ann.reminders.log_page(follow: true)
    assert_equal [false, false], [page.empty?, page.more?]
    assert_equal page.map(&:id), @ann.reminders.log.map(&:id)
    assert_empty @ann.reminders.log_page(follow: true, after: page.next)
    @ann.reminders.done("milk")
    following = @ann.reminders.log_page(follow: true, after: page.next)
    assert_includes following.map(&:kind), Tally::NOTE_DONE
  end

  def test_a_file_is_rewritten_without_an_engine
    Dir.mktmpdir do |folder|
      file = "#{folder}/badges.db"
      Tally.open(file) do |engine|
        engine.account("ann").set("a", 1)
        assert_raises(Tally::LockedError) { Tally.vacuum(file) }
      end
      Tally.vacuum(file)
      Tally.open(file) { |engine| assert_equal 1, engine.account("ann").get("a").count }
      assert_raises(Tally::IOError) { Tally.vacuum("#{folder}/none.db") }
    end
  end

  def test_operations_on_paths_each_on_its_own
    batch = Tally::Batch.new.set("a", 3).set("a..b", 1).mute("a", Tally::MUTE_ALL, @wall + 5).get("a")
    assert_raises(Tally::PathError) { @ann.batch(batch, each: true) }
    assert_equal [Tally::OK, Tally::ERROR_PATH, Tally::OK, Tally::OK], batch.results.map(&:status)
    assert_equal [3, Tally::KIND_NONE], [batch.results.last.count, @ann["root"].kind]
    assert_raises(Tally::ArgumentError) { @ann.batch(Tally::Batch.new.set("a", 1), each: true, id: "x") }
  end

  def test_a_record_is_no_collection
    assert_predicate @ann.get("root.nothing"), :none?
    refute_respond_to @ann.get("root.nothing"), :any?
    @ann.dot("a.b")
    @ann.set("a.c", 2)
    assert_equal [true, false, 2], [@ann["a.b"].dot?, @ann["a.b"].number?, @ann["a.c"].to_i]
    @ann.messages.post("in", title: "t")
    message, = @ann.messages.list.to_a
    assert_equal [true, false], [message.unseen?, message.read?]
    assert_equal [1, 0], [@ann.messages.counts.total, @ann.messages.counts("out").total]
    @ann.messages.read(message.key)
    assert_predicate @ann.messages.first, :read?
    assert_equal Time.at(message.time / 1000r), Tally.time(message.time)
    assert_nil Tally.time(0)
  end

  def test_constants_have_symbols
    @ann.set("a", 1)
    assert_nil @ann.mute("a", :all)
    assert_equal Tally::MUTE_ALL, @ann.get_own("a").mute
    @ann.reminders.put("milk", shelf_life: 1, shelf_unit: :day)
    assert_equal Tally::UNIT_DAY, @ann.reminders.get("milk").shelf_unit
    @ann.batch(Tally::Batch.new.mute("a", :none))
    assert_equal Tally::MUTE_NONE, @ann.get_own("a").mute
    assert_raises(ArgumentError) { @ann.mute("a", :nonsense) }
    assert_raises(TypeError) { @ann.set("a", "3") }
  end

  def test_an_end_may_be_named
    @ann.set("a", 1, until: @wall + 5)
    @ann.batch(Tally::Batch.new.dot("b", until: @wall + 6))
    assert_equal [@wall + 5, @wall + 6], %w[a b].map { |path| @ann.get_own(path).until }
  end

  def test_a_message_names_the_argument_and_the_constants
    { -> { @ann.set("a", "3") } => 'count: a number is needed, not "3"',
      -> { @ann.feeds.add("f", interval: 0.5) } => "interval: 0.5 is not a whole number",
      -> { @ann.mute("a", :al) } => ":al is none of :none, :number, :all, :pass_highlights, " \
                                    ":number_but_highlights, :all_but_highlights" }.each do |call, message|
      assert_equal message, assert_raises(::TypeError, ::ArgumentError, &call).message
    end
    assert_equal "path must not be nil", assert_raises(Tally::ArgumentError) { @ann.get(nil) }.message
    assert_match(/\Amax_age: /, assert_raises(::RangeError) { @ann.feeds.add("f", max_age: 2**70) }.message)
  end

  def test_a_style_may_be_a_hash
    @ann.set_style("a", font_size: 3.0)
    assert_equal [3.0, nil], [@ann.style("a").font_size, @ann.style("a").icon]
    assert_raises(::ArgumentError) { @ann.set_style("a", fontsize: 3) }
    @ann.set_style("a", nil)
    assert_nil @ann.style("a").font_size
  end
end
