# frozen_string_literal: true

require "minitest/autorun"
require "minitest/mock"
require "date"
require "open3"
require "timeout"
require "tmpdir"
require "weakref"
require "tally"

# The ends of handles, observers, callbacks, threads and processes; arguments and results.
class TestLifetime < Minitest::Test
  LIBRARY = File.expand_path("../lib", __dir__)
  # Every wait ends after this time, so that a hang fails the test. Nothing else depends on it.
  HANG_SECONDS = 120

  def setup
    @engine = Tally.open
    @ann = @engine.account("ann")
  end

  def teardown
    @engine.close
  end

  def ruby(program, environment = {})
    Open3.capture2e(environment, RbConfig.ruby, "-I#{LIBRARY}", "-rtally", "-e", program).first
  end

  # --- The declarations ---

  def test_every_function_of_the_header_is_declared_and_bound
    header = File.read(File.expand_path("../../../include/tally.h", __dir__)).gsub(%r{/\*.*?\*/}m, "")
    names = header.scan(/\b(tally_\w+)\(/).flatten.uniq - header.scan(/\(\*(\w+)\)/).flatten
    assert_operator names.size, :>, 140
    assert_equal names.sort, Tally::Library::FUNCTIONS.keys.sort
  end

  def test_every_function_has_a_word_or_is_known_to_need_none
    files = Dir["#{LIBRARY}/**/*.rb"].reject { |file| file.end_with?("declarations.rb", "tally/functions.rb") }
    source = files.map { |file| File.read(file) }.join
    without = Tally::Library::FUNCTIONS.keys.map { |name| name.delete_prefix("tally_") }.reject do |name|
      source.match?(/:#{name}\b/) || source.match?(/"tally_#{name}"/)
    end
    # interrupt and notify would call from another thread. Traces are for tools of developers.
    expected = %w[engine_interrupt engine_set_notify trace_close trace_get_descriptor trace_next trace_open]
    assert_equal expected, without.sort
    assert_includes ruby("p Tally.version_number"), "1000"
  end

  def test_an_engine_is_inspected_in_a_line
    engine = Tally.open
    assert_equal "#<Tally::Engine>", engine.inspect
    engine.close
    assert_equal "#<Tally::Engine closed>", engine.inspect
  end

  def test_a_feed_is_observed
    @ann.log_in
    feed = @ann.feeds.add("inbox", prefix: "in", title: "Inbox", exact_delay: true)
    told = []
    scope = @engine.scope
    token = scope.observe_feed(feed) { |event| told << event }
    pending = scope.observe_feed(feed)
    feed.deliver('{"cursor":"1","items":[{"id":"1","path":"a"}]}')
    feed.deliver('{"cursor":"2","items":[{"id":"2","path":"a"}]}')
    assert_equal 1, @engine.dispatch
    assert_equal([[Tally::EVENT_SYNCED, token, "Inbox", 2, "2"]],
                 told.map { |event| [event.kind, event.token, event.text, event.added, event.shown] })
    # Those without a block are not merged with each other.
    assert_equal([0, pending], @engine.events.map(&:token))
    assert_equal [true, -1, false], feed.page_shown(0).to_a
    scope.unobserve(token)
    feed.deliver('{"cursor":"3","items":[]}')
    assert_equal [0, 1], [@engine.dispatch, told.size]
  end

  def test_a_missing_library_says_what_to_do
    output = ruby("", "TALLY_LIBRARY" => "/nowhere/libtally.so.0")
    assert_includes output, "TALLY_LIBRARY says /nowhere"
    assert_includes output, "make install"
  end

  # --- Values and errors ---

  def test_errors_have_a_class_a_status_and_words
    error = assert_raises(Tally::PathError) { @ann.set("a..b", 1) }
    assert_equal [Tally::ERROR_PATH, "TALLY_ERROR_PATH"], [error.status, error.name]
    assert_includes error.message, "a component is empty, at byte 2"
    assert_kind_of Tally::Error, error
    assert_raises(Tally::RangeError) { @ann.set("a", -1) }
  end

  def test_objects_of_another_kind_are_refused
    scope = @engine.scope
    [scope, @engine, @ann.node("a"), "ann", nil].each do |wrong|
      assert_raises(TypeError) { scope.observe(wrong, "a") { flunk } }
    end
    assert_raises(TypeError) { @ann.diff("a", scope, "b") }
    assert_raises(TypeError) { @ann.snapshot("a").diff(@ann) }
  end

  def test_numbers_and_texts_are_never_cut
    assert_raises(RangeError) { @ann.set("a", 2**63) }
    assert_raises(RangeError) { Tally::Batch.new.set("a", 2**63) }
    assert_raises(TypeError) { @ann.set("a", 1.5) }
    assert_raises(TypeError) { Tally::Batch.new.dot("a", 1.5) }
    assert_raises(RangeError) { Tally::Batch.new.dot("a", 2**63) }
    assert_raises(TypeError) { @ann.set("a", nil) } # A missing value is not 0.
    assert_raises(TypeError) { Tally::Batch.new.set("a", nil) }
    assert_raises(TypeError) { Tally::Batch.new.set(nil, 1) }
    assert_raises(Tally::ArgumentError) { @ann.set("a\0b", 1) }
    assert_raises(Tally::ArgumentError) { Tally::Batch.new.set("a\0b", 1) }
    assert_raises(Tally::ArgumentError) { @ann.messages.post("a", title: "x\0y") }
    [0x1234, ["hunter2"], :hunter2].each do |wrong| # A number would be an address, and the secret stays out of messages.
      error = assert_raises(TypeError) { @ann.set_credential("https://a.org", kind: 1, secret: wrong) }
      assert_equal("a text is needed, not #{wrong.class}", error.message)
    end
    assert_raises(ArgumentError) { @ann.messages.post("a", nonsense: 1) }
    assert_equal Tally::KIND_NONE, @ann["root"].kind
    @ann.set("root.chat.more"[0, 9], 2) # A part of a string ends where it ends.
    assert_equal ["root.chat"], @ann.list.map(&:path)
    @ann.batch(Tally::Batch.new, source: "log", epoch: 1, position: (2**53) + 1)
    assert_equal [1, (2**53) + 1, 0], @ann.batch_position("log").to_a
  end

  def test_badges_are_listed_page_by_page
    7.times { |number| @ann.set("root.a.n#{number}", number + 1) }
    page = @ann.list_page("a", limit: 3)
    paths = page.map(&:path)
    while page.more?
      page = @ann.list_page("a", after: page.next, limit: 3)
      assert_operator page.size, :<=, 3
      assert_equal 7, page.revision
      paths += page.map(&:path)
    end
    assert_equal (0...7).map { |number| "root.a.n#{number}" }, paths
    assert_equal 9, @ann.list_page(subtree: true).size
    refute_predicate @ann.list("a"), :more?
  end

  def test_long_texts_and_lists_come_out_whole
    300.times { |number| @ann.set(format("root.a%03d", number), number + 1) }
    assert_equal 300, @ann.list.size
    body = "ä" * 20_000
    @ann.messages.post("in", title: "t", body: body)
    assert_equal [body], @ann.messages.list("in").map(&:body)
    2500.times { |number| @ann.messages.post("many", id: number.to_s) }
    assert_equal 2500, @ann.messages.list("many").count
    assert_equal 2501, @ann.messages.counts(subtree: true).total
    assert_equal "2499", @ann.messages.list("many").first.id
  end

  def test_pages_have_as_many_rows_as_are_asked_for
    body = "ä" * 200_000 # More than there is room for at first.
    6.times { |number| @ann.messages.post("in", id: number.to_s, body: body) }
    page = @ann.messages.page("in", limit: 5)
    assert_equal [%w[5 4 3 2 1], true, body], [page.map(&:id), page.more?, page.last.body]
    page = @ann.messages.page("in", after: page.next, limit: 5)
    assert_equal [["0"], false, nil], [page.map(&:id), page.more?, page.next]
    assert_raises(Tally::ArgumentError) { @ann.messages.page("in", limit: 0) }
    @ann.log_in
    @ann.configure(outbox: Tally::OUTBOX_MODE_LEASED)
    options = { title: "x" * 2000, shelf_life: 1, shelf_unit: Tally::UNIT_DAY }
    200.times { |number| @ann.reminders.put(number.to_s, **options) }
    assert_equal([[3, true], [197, false]], [3, 1000].map do |limit|
      leased = @ann.outbox.lease(1000, limit)
      [leased.size, leased.more?]
    end)
    refute_empty @ann.reminders.plan.first
  end

  def test_a_list_goes_on_behind_a_row_that_was_removed
    5.times { |number| @ann.messages.post("in", id: number.to_s, thread: "t#{number}", body: "ä" * 50_000) }
    page, groups = @ann.messages.page("in", limit: 2), @ann.groups.page(limit: 2)
    assert_equal [%w[4 3], %w[t4 t3]], [page.map(&:id), groups.map(&:thread)]
    @ann.messages.withdraw("3")
    page = @ann.messages.page("in", after: page.next) # This call is repeated with more room.
    assert_equal [%w[2 1 0], nil], [page.map(&:id), page.next]
    assert_equal %w[t2 t1 t0], @ann.groups.page(after: groups.next).map(&:thread)
    %w[bob eve].each { |name| @engine.account(name).set("a", 1) }
    names = @engine.account_page(nil, 2)
    @engine.remove_account(names.last)
    assert_equal [%w[ann bob], %w[eve]], [names, @engine.account_page(names.next)]
  end

  def test_a_list_goes_on_only_where_it_began
    bob = @engine.account("bob")
    [@ann, bob].product([0, 1, 2]).each do |account, number|
      account.messages.post("in", id: number.to_s, thread: "t")
      account.set("out.n#{number}", 1)
    end
    following = @ann.messages.page("in", limit: 1).next
    assert_equal ["1"], @ann.messages.page("in", after: following, limit: 1).map(&:id)
    [-> { bob.messages.page("in", after: following) }, -> { @ann.messages.page("out", after: following) },
     -> { @ann.groups.messages_page("t", following) }, -> { @ann.explain_page("in", following) },
     -> { @ann.list_page("in", after: following) }, -> { @ann.messages.page("in", after: "root.in") }].each do |call|
      assert_match(/after/, assert_raises(Tally::ArgumentError, &call).message)
    end
  end

  def test_reasons_come_page_by_page
    paths = Array.new(5) { |number| "root.a.n#{number}" }
    paths.each { |path| @ann.set(path, 1) }
    page = @ann.explain_page("root", nil, 2)
    assert_equal [paths.first(2), true], [page.map(&:path), page.more?]
    page = @ann.explain_page("root", page.next)
    assert_equal [paths.last(3), nil], [page.map(&:path), page.next]
    assert_equal paths, @ann.explain("root").map(&:path)
  end

  def test_a_dot_is_no_number
    shown, scope = [], @engine.scope
    assert_equal "nothing", @ann["a"].to_s
    scope.observe(@ann, "a") { |event| shown << event.shown }
    [-> { @ann.dot("a") }, -> { @ann.set("a", 7) }, -> { @ann.clear("a") }].each do |change|
      change.call
      @engine.dispatch
    end
    assert_equal %w[dot 7 nothing], shown
    @ann.dot("b")
    assert_equal [Tally::KIND_DOT, 0, "dot"], [@ann["b"].kind, @ann["b"].count, @ann["b"].to_s]
    assert_equal ["dot"], @ann.list.map(&:shown)
    assert_equal "99+", Tally.present(Tally::Badge.of(Tally::KIND_NUMBER, 120)).last
    assert_equal Tally::KIND_DOT, Tally.present(@ann["b"]).first.kind
  end

  def test_accounts_and_presence
    state = @ann.state
    assert_equal ["ann", false, Tally::FEEDING_UNSEEN], [state.name, state.logged_in, state.feeding]
    assert_raises(Tally::NotFoundError) { @engine.account("bob", existing: true) }
    @engine.account("ann", existing: true).close
    @engine.foreground = false
    @engine.network = false
    @engine.network = true
    @engine.woke
    @engine.foreground = true
    assert_raises(TypeError) { @engine.network = nil }
  end

  def test_what_nodes_show_may_end
    wall = 1_767_225_600_000
    Tally.open(host_driven: true, clock: -> { [wall, wall] }) do |engine|
      node = engine.account("ann").node("a")
      [-> { node.set(3, wall + 1000) }, -> { node.dot(wall + 1000) }].each do |change|
        change.call
        refute_equal "nothing", node.get.to_s
        wall += 1000
        engine.step
        assert_equal "nothing", node.get.to_s
      end
    end
  end

  def test_snapshots_are_taken_and_restored
    @ann.set("a.b", 3)
    @ann.dot("a.c")
    taken = @ann.snapshot("a")
    @ann.clear_tree("a")
    decoded = Tally::Snapshot.decode(taken.encode)
    assert_equal [taken.bytes, taken.diff(taken)], [decoded.bytes, decoded.diff(taken)]
    @ann.restore(decoded, "x")
    assert_equal %w[3 dot], [@ann["x.b"].to_s, @ann["x.c"].to_s]
    assert_raises(Tally::MalformedError) { Tally::Snapshot.decode(taken.encode[0..-2]) }
  end

  def test_members_of_reminders_are_taken_away
    @ann.reminders.put("milk", title: "Milk", path: "root.fridge", zone: "UTC", shelf_life: 7,
                               shelf_unit: Tally::UNIT_DAY, produced: 20_990_101, time_of_day: 3600)
    @ann.reminders.edit("milk", overdue_unit: Tally::UNIT_DAY, overdue_every: 2, overdue_limit: 3)
    @ann.reminders.edit("milk", title: "", time_of_day: 0, path: nil)
    reminder = @ann.reminders.first
    assert_equal ["", 0, "root.fridge", 3], reminder.to_h.values_at(:title, :time_of_day, :path, :overdue_limit)
    @ann.reminders.edit("milk", path: "", overdue_unit: 0)
    assert_equal ["", 0], @ann.reminders.first.to_h.values_at(:path, :overdue_unit)
    @ann.reminders.remove("milk")
    assert_empty @ann.reminders.to_a
  end

  def test_changes_use_the_same_memory
    changes = @ann.changes(capacity: 4)
    assert_empty changes.poll
    @ann.batch(100.times.inject(Tally::Batch.new) { |batch, number| batch.set("root.b#{number}", 1) })
    assert_equal 101, changes.poll.size
    memory = changes.instance_variable_get(:@rows).bytes
    @ann.set("root.b1", 2)
    assert_equal({ "root" => 101, "root.b1" => 2 }, changes.poll.to_h { |entry| [entry.path, entry.count] })
    assert_same memory, changes.instance_variable_get(:@rows).bytes
    changes.revision = 10**9
    assert_empty changes.poll
    assert_predicate changes, :resync?
  end

  def test_a_batch_is_applied_again
    node = @ann.node("root.n")
    batch = Tally::Batch.new.set("root.a", 1).add(node, 2).get("root")
    (1..3).each do |turn|
      @ann.batch(batch)
      assert_equal 1 + (2 * turn), batch.results.last.count
    end
    batch.values = [5, 1, 0]
    @ann.batch(batch)
    assert_equal [5, 7, "root.n"], [@ann["root.a"].count, node.get.count, node.path]
    node.close
    node.close
    assert_raises(Tally::StaleHandleError) { node.get }
    assert_raises(Tally::StaleHandleError) { @ann.batch(batch) }
    assert_equal Tally::ERROR_NOT_APPLIED, batch.results.first.status
    once = Tally::Batch.new.add("root.once", 1)
    assert_equal [Tally::OK, Tally::ALREADY_APPLIED], Array.new(2) { @ann.batch(once, id: "x").status }
    assert_equal 1, @ann["root.once"].count
  end

  def test_operations_on_nodes_each_on_its_own
    node, other = @ann.node("root.n"), @ann.node("root.o")
    batch = Tally::Batch.new.set(node, 3).set(other, -1).add(node, 2).get(node).get(other).dot(other).get(other)
    batch.clear(other).clear_tree(other).mute(node, Tally::MUTE_ALL)
    assert_empty batch.results
    assert_raises(Tally::RangeError) { @ann.batch(batch, each: true) }
    results = batch.results
    assert_equal [Tally::OK, Tally::ERROR_RANGE, *[Tally::OK] * 8], results.map(&:status)
    assert_equal [[5, Tally::KIND_NUMBER], [0, Tally::KIND_NONE], [0, Tally::KIND_DOT]],
                 results.values_at(3, 4, 6).map { |result| [result.count, result.badge_kind] }
    assert_equal [5, Tally::KIND_NONE], [@ann["root.n"].count, @ann["root"].kind]
    @ann.batch(Tally::Batch.new, each: true)
    again = Tally::Batch.new.add(node, 1).get(node)
    2.times { |turn| assert_equal([6 + turn], [@ann.batch(again, each: true)].map { again.results.last.count }) }
    node.close
    assert_raises(Tally::StaleHandleError) { @ann.batch(again, each: true) }
    assert_raises(TypeError) { Tally::Batch.new.set(other, 1.5) }
  end

  def test_dates_are_understood
    time = Time.utc(2099, 1, 1)
    @ann.set("a", 1, time)
    @ann.reminders.put("milk", shelf_life: 7, shelf_unit: Tally::UNIT_DAY, produced: Date.new(2099, 1, 1), zone: "UTC")
    @ann.reminders.snooze("milk", time + (3 * 86_400))
    reminder, = @ann.reminders.to_a
    assert_equal [20_990_101, (time.to_i + (3 * 86_400)) * 1000], [reminder.produced, reminder.next_time]
    assert_equal Tally::NOTE_CREATED, @ann.reminders.log.first.kind
  end

  # --- Closing ---

  def test_use_after_close_and_double_close
    bob, scope, feed, snapshot = @engine.account("bob"), @engine.scope, @ann.feeds.add("in"), @ann.snapshot
    { feed => -> { feed.info }, scope => -> { scope.refresh_widgets }, bob => -> { bob["a"] } }.each do |handle, use|
      handle.close
      handle.close
      assert_predicate handle, :closed?
      assert_raises(Tally::ClosedError, &use)
    end
    @engine.close
    @engine.close
    [-> { @ann["a"] }, -> { @engine.flush }, -> { @engine.next_event }, -> { @engine.account("c") },
     -> { @engine.to_io }].each { |use| assert_raises(Tally::ClosedError, &use) }
    refute_empty snapshot.bytes
    @ann.close
    snapshot.close
    assert_raises(Tally::ClosedError) { snapshot.bytes }
  end

  def test_garbage_is_collected_in_any_order
    Dir.mktmpdir do |folder|
      file = "#{folder}/badges.db"
      20.times { |turn| litter(file, turn) }
      collect(file)
      Tally.open(file) { |engine| assert_equal 20, engine.account("ann")["x"].count }
    end
  end

  def litter(file, turn)
    collect(file)
    parts = { engine: Tally.open(file) }
    parts[:ann], parts[:scope] = parts[:engine].account("ann"), parts[:engine].scope
    parts[:feed], parts[:nodes] = parts[:ann].feeds.add("in"), [parts[:ann].node("a"), parts[:ann].node("b")]
    parts[:scope].observe(parts[:ann], "root") { parts }
    parts[:ann].add("x", 1)
    parts[:engine].close if turn.odd?
    parts.keys.rotate(turn).each do |name|
      parts.delete(name)
      GC.start if (turn % 3).zero?
    end
  end

  # Until nobody has the file: the collector looks at the machine's stack, and may see what is gone.
  def collect(file)
    20.times do
      GC.start
      Tally.open(file).close
      return
    rescue Tally::LockedError
      Array.new(1000) { Object.new }
    end
    # Engines that only the stack still seems to refer to are closed by hand. The finalizers come later, and do nothing.
    ObjectSpace.each_object(Tally::Engine) { |engine| engine.close unless engine.equal?(@engine) }
  end

  def forgotten
    engine = Tally.open
    ann = engine.account("ann")
    [engine, ann, ann.node("a"), ann.feeds.add("in"), ann.snapshot, engine.scope].map { |each| WeakRef.new(each) }
  end

  # Most of them: the machine's stack may seem to refer to some.
  def test_what_nobody_has_is_collected
    parts = Array.new(20) { forgotten }
    3.times { GC.start }
    @ann["a"] # Releases it.
    parts.transpose.each { |each| assert_operator each.count(&:weakref_alive?), :<, 10, each.first.class.name }
  end

  def test_an_engine_that_was_forgotten_writes_at_the_end
    Dir.mktmpdir do |folder|
      ruby("$engine = Tally.open('#{folder}/badges.db'); $engine.account('ann').set('a', 7)")
      Tally.open("#{folder}/badges.db") { |engine| assert_equal 7, engine.account("ann")["a"].count }
    end
  end

  def raw_callback(&block)
    Fiddle::Closure::BlockCaller.new(Fiddle::TYPE_VOID, [Fiddle::TYPE_VOIDP] * 3, &block)
  end

  def test_an_engine_that_could_not_be_closed_is_open
    [-1, -0.5, Float::NAN, Float::INFINITY, 2**70, "soon"].each do |wrong|
      assert_raises(StandardError) { @engine.close(timeout: wrong) }
      refute_predicate @engine, :closed?
    end
    assert_raises(Tally::ArgumentError) { @engine.close(timeout: -1) }
    inside = raw_callback do
      @engine.close
    rescue Tally::ThreadError => e
      @refused = e
    end
    scope = @engine.scope
    Tally::Library.call(:observe, scope, @ann, "a", 0, inside, nil, nil)
    @ann.set("a", 1)
    Tally::Library.call(:engine_dispatch, @engine, 0)
    assert_kind_of Tally::ThreadError, @refused
    assert_equal [1, false], [@ann["a"].count, @engine.closed?]
    assert_nil @engine.next_event(0.001) # It does not raise ClosedError.
    @engine.close # It has not lost its handle.
    assert_predicate @engine, :closed?
    assert_raises(Tally::ClosedError) { @ann["a"] }
  end

  def test_the_librarys_own_refusal_leaves_it_open
    box = @engine.box
    status = box.close(-> {}) { Tally::ERROR_THREAD }
    assert_equal [Tally::ERROR_THREAD, 0], [status, @engine.total.count]
    assert_raises(Interrupt) { box.close(-> {}) { raise Interrupt } }
    assert_equal 0, @engine.total.count
  end

  def test_an_engine_that_is_forgotten_in_a_callback_is_closed_afterwards
    Dir.mktmpdir do |folder|
      file = "#{folder}/badges.db"
      released = Tally.open(file).box
      inside = raw_callback do
        Tally::Library.drop(released).call # As the collector does.
        @ann.set("b", 1)
      end
      Tally::Library.call(:observe, @engine.scope, @ann, "a", 0, inside, nil, nil)
      @ann.set("a", 1)
      Tally::Library.call(:engine_dispatch, @engine, 0)
      assert_equal 1, @ann["b"].count
      Tally.open(file).close # The file is free.
    end
  end

  def test_logs_cannot_close_their_engine
    refused, engine = [], nil
    log = lambda do |*|
      engine&.close
    rescue Tally::ThreadError => e
      refused << e
    end
    Dir.mktmpdir do |folder|
      engine = Tally.open("#{folder}/badges.db", host_driven: true, log: log, log_level: Tally::LOG_INFO)
      ann = engine.account("ann")
      assert_raises(Tally::Error) { ann.reminders.import("BEGIN:NOTHING") }
      engine.set_aside_message
      Tally::Callbacks.log(log).call(nil, 3, Fiddle::Pointer["as the library calls it"])
      refute_empty refused
      engine.close
    end
  end

  def test_a_child_closes_an_engine_that_a_thread_of_the_parent_uses
    inside, go_on = Thread::Queue.new, Thread::Queue.new
    user = Thread.new do
      @engine.box.enter
      inside << true
      go_on.pop
      @engine.box.leave
    end
    inside.pop
    told = in_child do
      @engine.close
      @engine.closed? ? "closed" : "open"
    end
    assert_equal "closed", told
  ensure
    go_on << true # Also after a failure: closing waits for the thread.
    user.join
  end

  def test_a_child_closes_an_engine_that_a_thread_of_the_parent_is_closing
    inside, go_on = Thread::Queue.new, Thread::Queue.new
    user = Thread.new do # Closing waits for it.
      @engine.box.enter
      inside << true
      go_on.pop
      @engine.box.leave
    end
    inside.pop
    closer = Thread.new { @engine.close }
    Thread.pass until raised_by { @engine.box.check } == Tally::ClosedError
    told = in_child do
      raised = raised_by { @ann.set("a", 1) }
      @engine.close
      "#{raised}, #{@engine.closed? ? 'closed' : 'open'}"
    end
    assert_equal "Tally::ForkedError, closed", told
  ensure
    go_on << true
    [user, closer].compact.each(&:join)
  end

  def raised_by
    yield
    nil
  rescue Tally::Error => e
    e.class
  end

  # A mutex of Ruby is free in the child if the thread that holds it is not there.
  def test_a_child_closes_an_engine_whose_lock_a_thread_of_the_parent_holds
    inside, go_on = Thread::Queue.new, Thread::Queue.new
    holder = Thread.new do
      @engine.box.instance_variable_get(:@lock).synchronize do
        inside << true
        go_on.pop
      end
    end
    inside.pop
    told = in_child do
      @engine.close
      @engine.closed? ? "closed" : "open"
    end
    assert_equal "closed", told
  ensure
    go_on << true
    holder.join
  end

  # Returns what the block returns in a child, or the error that it raises there.
  def in_child
    reader, writer = IO.pipe
    child = fork do
      writer.write(Timeout.timeout(HANG_SECONDS) { yield })
      exit!(0)
    rescue Exception => e # rubocop:disable Lint/RescueException
      writer.write(e.full_message(highlight: false))
      exit!(0)
    end
    writer.close
    reader.read
  ensure
    Process.wait2(child)
    reader.close
  end

  def test_a_child_does_not_wake_its_parent
    child = fork do
      @engine.interrupt
      exit!(1)
    rescue Tally::ForkedError
      exit!(0)
    end
    assert_equal 0, Process.wait2(child)[1].exitstatus
    @ann.set("a", 1)
    @engine.scope.observe(@ann, "a", initial: true)
    assert_equal "root.a", @engine.next_event(nil).text
  end

  def test_the_descriptor_stays_its_own
    io = @engine.to_io
    @engine.close
    File.open(__FILE__) { refute_equal __FILE__, File.readlink("/proc/self/fd/#{io.fileno}") }
    assert_raises(Tally::ClosedError) { @engine.to_io }
    io.close
  end

  # --- Observers and callbacks ---

  # While a call registers something, another thread dispatches its event.
  def while_registering(name)
    original, other = Tally::Library.method(:call), nil
    late = lambda do |called, *arguments|
      original.call(called, *arguments).tap do
        if called == name
          other = Thread.new { yield }
          Thread.pass until other.stop?
        end
      end
    end
    Tally::Library.stub(:call, late) { yield_to_register(name) }
    other.value
  end

  def yield_to_register(name)
    name == :observe ? @engine.scope.observe(@ann, "a", initial: true, &@told) : @feed.refresh_now(&@told)
  end

  def test_an_event_may_come_before_its_token
    seen = []
    @told = ->(event) { seen << event.kind }.to_proc
    assert_equal(1, while_registering(:observe) { @engine.dispatch })
    @feed = @ann.feeds.add("inbox", "http://localhost:1/")
    assert_equal(1, while_registering(:feed_refresh_now) do
      Thread.pass until (count = @engine.dispatch).positive?
      count
    end)
    assert_equal [Tally::EVENT_BADGE, Tally::EVENT_COMPLETION], seen
  end

  def test_what_was_not_registered_is_forgotten
    scope = @engine.scope
    assert_raises(Tally::PathError) { scope.observe(@ann, "a..b") { flunk } }
    assert_raises(TypeError) { scope.observe(nil, "a") { flunk } }
    assert_raises(Tally::PathError) { scope.bind(@ann, "a..b", Object.new) }
    assert_raises(Tally::UnsupportedError) { @ann.feeds.add("local").refresh_now { flunk } }
    assert_empty @engine.observers
  end

  def observe_without_a_variable(told)
    @engine.scope.observe(@ann, "a") { |event| told << event.path }
    nil
  end

  def test_observers_last_if_nothing_refers_to_their_scope
    told = []
    observe_without_a_variable(told)
    5.times do
      GC.start
      Array.new(1000) { Object.new } # They overwrite references that are left on the machine's stack.
    end
    @ann.set("a", 1)
    @engine.dispatch
    assert_equal ["root.a"], told
  end

  def test_what_a_closed_scope_observed_is_forgotten
    scope = @engine.scope
    scope.observe(@ann, "a") { flunk }
    scope.bind(@ann, "a", Object.new)
    assert_equal 2, @engine.observers.size
    Tally::Library.drop(scope.box).call # As the collector does.
    @ann["a"]
    assert_empty @engine.observers
  end

  def test_step_calls_what_observes
    wall, told, fails = 1_767_225_600_000, [], false
    widget = Object.new
    %i[show_dot show_number show_icon hide].each do |name|
      widget.define_singleton_method(name) { |path, drawn, text| told << "#{name} #{path} #{drawn.count} #{text}" }
    end
    Tally.open(host_driven: true, clock: -> { [wall, wall] }) do |engine|
      ann, scope = engine.account("ann"), engine.scope
      changed = proc do |event|
        told << "changed #{event.path} #{event.shown}"
        raise KeyError if fails
      end
      assert_equal scope.observe(ann, "a", &changed), scope.observe(ann, "root.a", &changed)
      scope.bind(ann, "a", widget)
      scope.observe(ann, "b") # No observer is called, so the event is pending.
      assert_equal [1, ["hide root.a 0 "]], [engine.step, told]
      told.clear
      ann.set("a", 3)
      ann.set("b", 1, wall + 1000)
      assert_equal [2, ["changed root.a 3", "show_number root.a 3 3"]], [engine.step, told]
      fails = true
      told.clear
      ann.set("a", 4)
      assert_raises(KeyError) { engine.step }
      assert_equal ["changed root.a 4"], told
      assert_equal [1, "show_number root.a 4 4"], [engine.step, told.last]
      assert_equal ["root.b"], engine.events.map(&:path)
    end
  end

  def test_events_that_nobody_takes_are_merged
    @engine.scope.observe(@ann, "root", subtree: true)
    100.times do |number|
      @ann.set("a", number + 1)
      assert_equal 0, @engine.dispatch
    end
    assert_equal [["root.a", 100], ["root", 100]], @engine.events.map { |event| [event.path, event.count] }
    @ann.set("a", 1)
    @engine.dispatch
    @engine.close
    assert_raises(Tally::ClosedError) { @engine.next_event }
  end

  def test_what_a_callback_raises_is_not_lost
    broken, wall = true, 1_767_225_600_000
    engine = nil
    _, said = capture_io do
      engine = Tally.open(host_driven: true, zone: "UTC", clock: -> { broken ? raise("no battery") : [wall, wall] })
    end
    broken = false # It is open: what the clock has raised comes out of the next call.
    assert_equal "no battery", assert_raises(RuntimeError) { engine.flush }.message
    assert_match(/\A(tally: another callback failed too: no battery \(RuntimeError\)\n)*\z/, said)
    engine.flush
    engine.close
  end

  def test_what_an_observer_raises_comes_out_of_dispatch
    told, scope = [], @engine.scope
    scope.observe(@ann, "root", subtree: true) do |event|
      told << event.path
      raise KeyError, event.path
    end
    @ann.set("a.b", 1)
    %w[root.a.b root.a root].each { |path| assert_equal path, assert_raises(KeyError) { @engine.dispatch }.message }
    assert_equal 0, @engine.dispatch
    assert_equal %w[root.a.b root.a root], told
    @ann.set("a.b", 2)
    assert_raises(KeyError) { @engine.next_event }
  end

  def test_observers_may_call_anything_but_close
    scope, token = @engine.scope, nil
    token = scope.observe(@ann, "a") do
      @ann.set("other", 7)
      assert_raises(Tally::ThreadError) { @engine.close }
      scope.unobserve(token)
    end
    @ann.set("a", 1)
    assert_equal 1, @engine.dispatch
    @ann.set("a", 2)
    assert_equal [0, 7], [@engine.dispatch, @ann["other"].count]
    scope.observe(@ann, "a") # Without a block its events stay pending.
    @ann.set("a", 3)
    assert_equal 0, @engine.dispatch
    assert_equal ["root.a", 3], @engine.next_event.then { |event| [event.text, event.count] }
    assert_nil @engine.next_event
    scope.close
    @ann.set("a", 4)
    assert_empty @engine.events.to_a
  end

  def test_the_same_block_is_one_observer
    told, scope = [], @engine.scope
    changed = proc { |event| told << event.path }
    token = scope.observe(@ann, "a", &changed)
    assert_equal token, scope.observe(@ann, "root.a", &changed)
    others = [scope.observe(@ann, "b", &changed), scope.observe(@ann, "a") { told << "other" }]
    assert_equal 3, [token, *others].uniq.size
    @ann.set("a", 1)
    @engine.dispatch
    assert_equal ["other", "root.a"], told.sort
    scope.unobserve(token) # It was added twice.
    @ann.set("a", 2)
    @engine.dispatch
    assert_equal 2, told.count("root.a")
    scope.unobserve(token)
    refute_equal token, scope.observe(@ann, "a", &changed)
    widget = Object.new
    assert_equal scope.bind(@ann, "a", widget), scope.bind(@ann, "a", widget)
  end

  def test_changes_from_now_on_begin_with_what_changes_next
    @ann.set("a", 1)
    changes = @ann.changes
    @ann.set("b", 2)
    assert_equal %w[root root.b], changes.poll.map(&:path).sort
    refute_predicate changes, :resync?
  end

  def test_widgets_draw
    drawn, scope = [], @engine.scope
    widget = Object.new
    %i[show_dot show_number show_icon hide].each do |name|
      widget.define_singleton_method(name) { |path, _, text| drawn << [name, path, text] }
    end
    scope.bind(@ann, "a", widget)
    @engine.dispatch
    @ann.set("a.b", 120)
    @engine.dispatch
    @ann.clear_tree("a")
    @ann.dot("a")
    @ann.set_style("a", Tally::Style.new(icon: "new", offset: [1.5, 2]))
    assert_equal ["new", [1.5, 2.0], nil], @ann.style("a").to_h.values_at(:icon, :offset, :max_count)
    @engine.dispatch
    scope.refresh_widgets
    @engine.dispatch
    assert_equal [[:hide, "root.a", ""], [:show_number, "root.a", "99+"], [:show_icon, "root.a", "new"],
                  [:show_icon, "root.a", "new"]], drawn
  end

  def test_what_the_library_calls_needs_a_host_that_drives
    assert_raises(Tally::UnsupportedError) { Tally.open(clock: -> { [0, 0] }) }
    assert_raises(Tally::UnsupportedError) { @engine.transport { nil } }
  end

  def test_what_a_clock_raises_comes_out_of_the_call
    wall, broken = 1_767_225_600_000, false
    clock = lambda do
      GC.start # Releasing must wait: the library holds locks.
      raise "no battery" if broken

      [wall, wall]
    end
    Tally.open(host_driven: true, zone: "UTC", clock: clock) do |engine|
      ann = engine.account("ann")
      20.times { |number| engine.account("a#{number}").set("x", 1) }
      broken = true
      capture_io do
        assert_equal "no battery", assert_raises(RuntimeError) { ann.set("a", 1, wall + 1000) }.message
      end
      broken = false
      wall += 2000
      engine.step
      assert_equal "nothing", ann["a"].to_s
    end
  end

  def test_logs_and_zones_of_ones_own
    zone_file = ->(name) { File.binread("/usr/share/zoneinfo/UTC") if %w[UTC My/Zone].include?(name) }
    Tally.open(host_driven: true, zone: "UTC", zone_file: zone_file, log: ->(*) {}) do |engine|
      engine.zone = "My/Zone"
      assert_raises(Tally::NotFoundError) { engine.zone = "No/Zone" }
    end
  end

  def test_a_transport_of_ones_own
    wall, requests, result = 1_767_225_600_000, [], nil
    Tally.open(host_driven: true, zone: "UTC", clock: -> { [wall, wall] }) do |engine|
      engine.transport { |request| requests << request }
      ann = engine.account("ann")
      ann.set_credential("https://example.org", kind: Tally::CREDENTIAL_KIND_BEARER, secret: "secret")
      ann.log_in
      ann.feeds.add("inbox", "https://example.org/feed", initial_delay: -1).refresh_now { |event| result = event.result }
      engine.step
      request, = requests
      assert_equal [Tally::REQUEST_KIND_SEND, "GET"], [request.kind, request.method]
      assert_includes request.headers, "Authorization: Bearer secret"
      request.progress
      request.respond(200, { "Content-Type" => "application/json" },
                     '{"cursor":"1","items":[{"id":"1","path":"in","title":"hello"}]}')
      engine.step
      assert_equal [Tally::OK, 1], [result, ann["in"].count]
      assert_raises(Tally::NotFoundError) { request.respond(200) }
    end
  end

  # --- Threads and processes ---

  def test_threads_may_outlive_the_engine
    ready = Thread::Queue.new
    waits = lambda do
      ready << 1
      loop { @engine.next_event(nil) }
    rescue Tally::ClosedError
      :closed
    end
    writes = lambda do
      ready << 1
      loop { @ann.add("a", 1) && @engine.total }
    rescue Tally::ClosedError
      :closed
    end
    threads = [waits, waits, waits, writes].map { |body| Thread.new(&body) }
    4.times { ready.pop }
    @engine.close
    assert_equal [:closed] * 4, threads.map { |thread| thread.join(HANG_SECONDS)&.value }
  end

  def test_waiting_wakes_for_events_and_interrupts
    scope = @engine.scope
    scope.observe(@ann, "a")
    @ann.set("a", 1, Time.now + 0.1) # Expires on the library's thread.
    kinds = [] # One event if the badge has expired before the first one is taken.
    kinds << @engine.next_event(HANG_SECONDS).badge_kind until kinds.last == Tally::KIND_NONE
    assert_empty kinds - [Tally::KIND_NUMBER, Tally::KIND_NONE]
    assert_nil @engine.next_event(0.001)
    @engine.interrupt
    assert_nil @engine.next_event(nil)
    assert_nil IO.select([@engine], nil, nil, 0)
    @ann.set("a", 3)
    assert IO.select([@engine], nil, nil, HANG_SECONDS)
    assert_equal 1, @engine.events.count
  end

  def test_after_fork_the_child_has_nothing
    child = fork do
      [-> { @ann.set("a", 1) }, -> { @engine.flush }, -> { @engine.next_event }].each do |use|
        use.call
        exit!(2)
      rescue Tally::ForkedError
        next
      end
      @ann.close
      @engine.close
      GC.start
      exit!(0)
    rescue Exception # rubocop:disable Lint/RescueException
      exit!(3)
    end
    assert_equal 0, Process.wait2(child)[1].exitstatus
    @ann.set("a", 1)
    assert_equal 1, @ann["a"].count
  end

  def test_files_and_recovery
    Dir.mktmpdir do |folder|
      file = "#{folder}/badges.db"
      Tally.open(file) do |engine|
        engine.account("ann") { |ann| ann.set("a", 1) }
        engine.backup("#{folder}/copy.db")
        engine.verify
        assert_equal ["ann"], engine.accounts.to_a
        assert_equal [64, 1], [engine.limit(Tally::LIMIT_DEPTH), engine.stats.accounts]
      end
      bytes = File.binread(file)
      bytes[5000, 100] = "\xff".b * 100
      File.binwrite(file, bytes)
      Tally.open(file, set_aside: true) { |engine| assert_includes engine.set_aside_message, "damaged" }
      assert_operator Tally.recover("#{file}.damaged", "#{folder}/fresh.db").damaged_pages, :>=, 1
    end
  end

  def test_the_example_runs
    output = Open3.capture2e(RbConfig.ruby, "-I#{LIBRARY}", File.expand_path("../examples/follow.rb", __dir__)).first
    assert_includes output, "root.chat.bo shows 3\n"
    assert_includes output, "root.promo shows dot\n"
    assert_includes output, "done: root shows nothing\n"
  end

  def test_the_gem_is_complete
    specification = Gem::Specification.load(File.expand_path("../tally.gemspec", __dir__))
    files = Dir["#{LIBRARY}/**/*.rb", "#{LIBRARY}/../sig/**/*.rbs"].map { |file| File.expand_path(file) }
    files = files.map { |file| file.delete_prefix("#{File.dirname(LIBRARY)}/") }
    assert_empty files - specification.files
    assert_equal Tally.version, specification.version.to_s
  end
end
