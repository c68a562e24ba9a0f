# frozen_string_literal: true

require "json"
require "tally"

# Replays a case of the conformance data (Tests/Conformance/README.md). A call that it has not fails.
class Replay
  class Failure < StandardError; end

  STYLE = { 1 => [:dot_radius], 2 => %i[offset_x offset_y], 4 => [:font_size], 8 => [:font_weight],
            16 => [:text_color], 32 => [:background_color], 64 => [:max_count], 128 => [:overflow],
            256 => [:icon] }.freeze
  TEXTS = %w[id key title body kind thread category argument path source url prefix memo zone].freeze

  def self.cases(folder)
    Dir["#{folder}/*.jsonl"].sort.flat_map do |file|
      File.readlines(file, encoding: "UTF-8").map { |line| JSON.parse(line) }
    end
  end

  # A step's arguments; what is missing is nil.
  class Step
    def initialize(given)
      @given = given
    end

    def [](name)
      @given[name.to_s]
    end

    def int(name)
      Replay.integer(self[name]) || 0
    end

    def has(bit)
      (int(:flags) & bit) != 0
    end

    def limit
      self[:limit] || 10_000
    end

    def content(name = :bytes)
      return self[:text] if self[:text]

      self[name] && [self[name]].pack("H*")
    end

    def options(name = :options, except: [])
      (self[name] || {}).reject { |key, _| except.include?(key) }.to_h do |key, value|
        [key.to_sym, TEXTS.include?(key) ? value : Replay.integer(value)]
      end
    end
  end

  def self.integer(value)
    value.is_a?(String) && value.match?(/\A-?\d+\z/) ? value.to_i : value
  end

  def initialize(given)
    @case, @wall, @elapsed = given, given.fetch("wall", 1_767_225_600_000), 1_000_000
    options = (given["options"] || {}).to_h { |name, value| [name.to_sym, Replay.integer(value)] }
    @engine = Tally.open(host_driven: true, seed: 1, zone: given.fetch("zone", "UTC"),
                         clock: -> { [@wall, @elapsed] }, **options)
    @scope = @engine.scope
    @accounts, @feeds, @nodes, @tokens, @kept = {}, {}, {}, {}, {}
  end

  def run
    @case["steps"].each_with_index do |step, index|
      play(filled_in(step))
    rescue StandardError => e
      raise Failure, "#{@case['case']}, step #{index + 1}: #{step.to_json[0, 300]}\n#{e.class}: #{e.message}\n" \
                     "#{e.backtrace.first(4).join("\n") unless e.is_a?(Failure)}"
    end
  ensure
    @engine.close
  end

  private

  def check(condition, message)
    raise Failure, message unless condition
  end

  def filled_in(value)
    case value
    when Hash then value.transform_values { |member| filled_in(member) }
    when Array then value.map { |member| filled_in(member) }
    when /\A\$/ then @kept.fetch(value[1..])
    else value
    end
  end

  # A step gives what comes out, a Hash, and its status.
  def play(given)
    step = Step.new(given)
    name = :"do_#{step[:call]}"
    check(respond_to?(name, true), "no such call")
    begin
      out, status = send(name, step)
    rescue Tally::Error => e
      status, message = e.status, e.message
    end
    out = {} unless out.is_a?(Hash)
    actual = Tally::Library.status_name(status || 0)
    check(actual == (step[:status] || "TALLY_OK"), "#{actual} #{message}, not #{step[:status] || 'TALLY_OK'}")
    check(message.to_s.include?(step[:message] || ""), message)
    (step[:out] || {}).each do |member, expected|
      out[:operations] = @results if member == "operations"
      check(out.key?(member.to_sym), "#{member} did not come out")
      compare(member, out[member.to_sym], expected)
    end
    @kept[step[:as]] = out[%i[text bytes digest revision].find { |member| out.key?(member) }] if step[:as]
  end

  def compare(name, actual, expected)
    if expected.is_a?(Array)
      check(actual.size == expected.size, "#{actual.size} #{name}, not #{expected.size}: #{actual}")
      actual.zip(expected) do |one, wanted|
        wanted.each do |member, value|
          check(one.to_h.key?(member.to_sym), "#{name} have no #{member}")
          compare(member, one.to_h[member.to_sym], value)
        end
      end
      return
    end
    actual = { true => 1, false => 0 }.fetch(actual, actual)
    wanted = actual.is_a?(Numeric) ? Replay.integer(expected) : expected
    actual = Tally::Library.status_name(actual) if actual.is_a?(Integer) && wanted.is_a?(String)
    equal = actual.is_a?(Float) ? (actual - wanted).abs <= 1e-6 * wanted.abs : actual == wanted
    check(equal, "#{name}: #{actual.inspect}, not #{wanted.inspect}")
  end

  # --- What steps name ---

  def account(step, name = :account)
    @accounts.fetch(step[name])
  end

  def keys(step, identifiers)
    known = account(step).messages.to_h { |message| [message.id, message.key] }
    (identifiers || []).map { |identifier| known.fetch(identifier, 2**62) }
  end

  def key(step, name)
    [nil, "", 0].include?(step[name]) ? 0 : keys(step, [step[name]]).first
  end

  def named(event)
    out = { **event.to_h, text: event.text, token: @tokens.key(event.token) || event.token }
    @accounts.each_value do |one|
      next unless one.info.id == event.account

      out[:account] = one.name
      out[:feed] = one.feeds.find { |feed| feed.id == event.feed }&.name || event.feed
    rescue Tally::NotFoundError
      next
    end
    out
  end

  def entries(list)
    [{ entries: list.to_a }, list.respond_to?(:more?) && list.more? ? Tally::MORE : Tally::OK]
  end

  def style(given)
    return nil unless given

    members = STYLE.select { |bit, _| (given["fields"] || 0) & bit != 0 }.to_h do |bit, names|
      values = names.map { |name| Replay.integer(given[name.to_s] || 0) }
      bit == 2 ? [:offset, values] : [names.first, values.first]
    end
    Tally::Style.new(**members)
  end

  def watching(step)
    { subtree: step.has(1), initial: step.has(2) }
  end

  def hex(bytes)
    bytes.unpack1("H*")
  end

  # --- Steps ---

  def do_wall(step)
    @wall = step[:to]
    @engine.step
    nil
  end

  def do_go(step)
    @elapsed += step[:to] - @wall
    do_wall(step)
  end

  def do_step(_step)
    @engine.step
    nil
  end

  def do_events(_step)
    { entries: @engine.events.map { |event| named(event) } }
  end

  def do_engine_total(_step) = @engine.total.to_h
  def do_engine_verify(_step) = (@engine.verify; nil)
  def do_zone_set(step) = (@engine.zone = step[:name]; nil)

  def do_account_open(step)
    @accounts[step[:account]] = @engine.account(step[:account], **step.options)
    nil
  end

  def do_account_log_in(step) = [{}, account(step).log_in(step[:token])]
  def do_account_log_out(step) = [{}, account(step).log_out]
  def do_account_foreground(step) = (account(step).foreground = step[:foreground]; nil)
  def do_account_network_changed(step) = [{}, account(step).network_changed(step[:available])]
  def do_account_woke(step) = [{}, account(step).woke]
  def do_account_info(step) = account(step).info.to_h
  def do_account_drop(step) = [{}, @engine.drop_account(step[:name])]
  def do_account_hash(step) = { partition: Tally.account_hash(step[:name], step.int(:partitions)) }
  def do_account_snapshot(step) = { bytes: hex(account(step).snapshot_all) }
  def do_account_restore(step) = [{}, @engine.restore_account(step[:name], step.content(:snapshot))]
  def do_account_verify(step) = [{}, account(step).verify]

  def do_account_list(step)
    list = @engine.account_page(step[:after], step.limit)
    [{ entries: list.map { |name| { name: name } } }, list.more? ? Tally::MORE : Tally::OK]
  end

  def do_badge_set(step) = [{}, account(step).set(step[:path], step.int(:count))]
  def do_badge_set_until(step) = [{}, account(step).set(step[:path], step.int(:count), step.int(:until))]
  def do_badge_dot(step) = [{}, account(step).dot(step[:path])]
  def do_badge_dot_until(step) = [{}, account(step).dot(step[:path], step.int(:until))]
  def do_badge_add(step) = [{}, account(step).add(step[:path], step.int(:delta))]
  def do_badge_clear(step) = [{}, account(step).clear(step[:path])]
  def do_badge_force(step) = [{}, account(step).force(step[:path])]
  def do_badge_mute(step) = [{}, account(step).mute(step[:path], step.int(:mode), step.int(:until))]
  def do_badge_get(step) = account(step).get(step[:path]).to_h

  def do_badge_list(step)
    list = account(step).list(step[:path], subtree: step.has(1))
    { entries: list, revision: list.revision }
  end

  def do_badge_changes(step)
    changes = account(step).changes(step.int(:since), epoch: step.int(:epoch), capacity: step.limit)
    changed, status = changes.read
    [{ entries: changed.sort_by { |entry| entry.path.b }, revision: changes.revision }, status]
  end

  def do_badge_explain(step) = entries(account(step).explain(step[:path]))

  def do_badge_snapshot(step)
    bytes = account(step).snapshot(step[:path])
    check(account(step).take(step[:path]).bytes == bytes, "a decoded snapshot has other bytes")
    { bytes: hex(bytes) }
  end

  def do_badge_restore(step) = [{}, account(step).restore(step[:path], step.content(:snapshot))]
  def do_badge_digest(step) = { digest: account(step).digest(step[:path]) }

  def do_badge_diff(step)
    { bytes: hex(account(step, :from).diff(step[:from_path], account(step, :to), step[:to_path])) }
  end

  def do_badge_apply(step) = [{}, account(step).apply(step[:path], step.content(:patch), force: step.has(1))]

  def do_snapshot_diff(step)
    old, new = [step[:from], step[:to]].map { |bytes| [bytes].pack("H*") }
    patch = Tally.diff(old, new)
    check(Tally::Snapshot.new(old).diff(Tally::Snapshot.new(new)) == patch, "decoded snapshots differ otherwise")
    { bytes: hex(patch) }
  end

  def do_patch_inverse(step) = { bytes: hex(Tally.inverse(step.content(:patch))) }

  def do_badge_batch(step)
    batch = Tally::Batch.new
    step[:operations].map { |operation| Step.new(operation) }.each do |operation|
      where = operation[:node] ? @nodes.fetch(operation[:node]) : operation[:path]
      batch.append(operation[:kind], where, operation.int(:value), operation.int(:until))
    end
    answer = account(step).batch(batch, **step.options)
    [{ revision: answer.revision }, answer.status]
  ensure
    @results = batch.results.map do |result|
      { **result.to_h, status: Tally::Library.status_name(result.status) }
    end
  end

  def do_batch_position(step) = %i[epoch position].zip(account(step).batch_position(step[:source])).to_h

  def do_node_resolve(step) = (@nodes[step[:node]] = account(step).node(step[:path]); nil)
  def do_node_release(step) = (@nodes.fetch(step[:node]).path; @nodes[step[:node]].close; nil)
  def do_node_path(step) = { text: @nodes.fetch(step[:node]).path }
  def do_node_set(step) = [{}, @nodes.fetch(step[:node]).set(step.int(:count))]
  def do_node_dot(step) = [{}, @nodes.fetch(step[:node]).dot]
  def do_node_add(step) = [{}, @nodes.fetch(step[:node]).add(step.int(:delta))]
  def do_node_clear(step) = [{}, @nodes.fetch(step[:node]).clear]
  def do_node_force(step) = [{}, @nodes.fetch(step[:node]).force]
  def do_node_mute(step) = [{}, @nodes.fetch(step[:node]).mute(step.int(:mode), step.int(:until))]
  def do_node_get(step) = @nodes.fetch(step[:node]).get.to_h

  def do_path_escape(step) = { text: Tally.escape(step[:name]) }
  def do_path_join(step) = { text: Tally.join(step[:path], step[:name]) }
  def do_path_parent(step) = { text: Tally.parent(step[:path]) }
  def do_path_component(step) = { text: Tally.component(step[:path], step.int(:index)) }

  def do_style_set(step) = [{}, account(step).set_style(step[:path], style(step[:style]))]

  def do_style_get(step)
    told, out = account(step).style(step[:path]), { fields: 0 }
    STYLE.each do |bit, names|
      values = bit == 2 ? told.offset : told[names.first] && [told[names.first]]
      out[:fields] |= bit if values
      names.each_with_index { |name, index| out[name] = values ? values[index] : 0 }
    end
    { **out, icon: told.icon || "" }
  end

  def do_badge_present(step)
    presentation, text = account(step).present(step[:path])
    { **presentation.to_h, text: text }
  end

  def do_present(step)
    presentation, text = Tally.present(step.int(:shows), step.int(:count), style(step[:style]))
    { **presentation.to_h, text: text }
  end

  def do_observe(step) = (@tokens[step[:token]] = @scope.observe(account(step), step[:path], **watching(step)); nil)

  def do_observe_messages(step)
    @tokens[step[:token]] = @scope.observe_messages(account(step), step[:path], subtree: step.has(1))
    nil
  end

  def do_observe_groups(step)
    @tokens[step[:token]] = @scope.observe_groups(account(step), initial: step.has(2))
    nil
  end

  def do_observe_total(step) = (@tokens[step[:token]] = @scope.observe_total(initial: step.has(2)); nil)
  def do_unobserve(step) = (@scope.unobserve(@tokens.fetch(step[:token])); nil)

  def do_message_view_begin(step)
    @tokens[step[:token]], status = @scope.look(account(step), step[:path])
    [{}, status]
  end

  def do_message_view_end(step) = [{}, @scope.end_look(@tokens.fetch(step[:token]))]

  def do_feed_add(step) = (@feeds[step[:feed]] = account(step).feeds.add(step[:feed], **step.options); nil)
  def do_feed_list(step) = entries(account(step).feeds.page(step[:after], step.limit))

  def do_feed_rejected(step)
    id = @feeds.fetch(step[:feed]).info.first.id
    entries(account(step).feeds.rejected_page(id, step.int(:after), step.limit))
  end

  def do_feed_remove(step) = [{}, @feeds.fetch(step[:feed]).remove]
  def do_feed_refresh(step) = [{}, @feeds.fetch(step[:feed]).refresh]
  def do_feed_deliver(step) = [{}, @feeds.fetch(step[:feed]).deliver(step.content)]
  def do_feed_push(step) = [{}, @feeds.fetch(step[:feed]).push(step.content(:payload))]
  def do_push(step) = [{}, account(step).push(step.content(:payload))]
  def do_push_badge(step) = [{}, account(step).push_badge(step[:path])]

  def do_mapping_try(step)
    { text: Tally.try_mapping(step.content(:body), preset: step[:preset], mapping: step[:mapping]) }
  end

  def do_message_post(step) = (account(step).messages.post(step[:path], **step.options); nil)
  def do_message_remove(step) = [{}, account(step).messages.remove(step[:id])]

  def do_message_list(step)
    entries(account(step).messages.page(step[:path], subtree: step.has(1), unread: step.has(2),
                                                     after: key(step, :after), limit: step.limit))
  end

  def do_message_counts(step) = account(step).messages.counts(step[:path], subtree: step.has(1)).to_h
  def do_message_read(step) = { changed: account(step).messages.read(keys(step, step[:keys])) }
  def do_message_unread(step) = { changed: account(step).messages.unread(keys(step, step[:keys])) }
  def do_message_read_path(step) = { changed: account(step).messages.read_path(step[:path], subtree: step.has(1)) }

  def do_message_read_until(step)
    { changed: account(step).messages.read_until(step[:path], key(step, :last), subtree: step.has(1)) }
  end

  def do_group_configure(step) = [{}, account(step).groups.configure(step.int(:grouping), step[:language])]

  def do_group_list(step)
    entries(account(step).groups.page(step[:language], hidden: step.has(1), after: key(step, :after),
                                                       limit: step.limit))
  end

  def do_group_get(step) = account(step).groups.get(step[:thread], step[:language], hidden: step.has(1)).to_h

  def do_group_messages(step)
    entries(account(step).groups.messages_page(step[:thread], key(step, :after), step.limit))
  end

  def do_group_seen(step) = [{}, account(step).groups.seen(step[:thread])]
  def do_group_dismiss(step) = { changed: account(step).groups.dismiss(step[:thread], keys(step, step[:keys])) }

  def do_category_set(step)
    [{}, account(step).groups.set_category(step[:id], step[:summary], step[:hidden])]
  end

  def do_strings_set(step)
    forms = (step[:forms] || {}).transform_keys(&:to_sym)
    [{}, account(step).groups.set_strings(step[:key], step[:language], **forms)]
  end

  def do_strings_import(step)
    %i[taken skipped].zip(account(step).groups.import_strings(step[:kind], step.content, step[:language])).to_h
  end

  def do_outbox_configure(step) = [{}, account(step).outbox.configure(**step.options)]
  def do_outbox_lease(step) = entries(account(step).outbox.lease(step.int(:duration), step.limit))
  def do_outbox_ack(step) = [{}, account(step).outbox.ack(step.int(:sequence), step.content(:answer))]

  def do_outbox_fail(step)
    [{}, account(step).outbox.fail(step.int(:sequence), step.int(:attempt), step.int(:retry_after))]
  end

  def do_outbox_list(step) = entries(account(step).outbox.page(step.int(:after), step.limit))
  def do_outbox_counts(step) = account(step).outbox.counts.to_h
  def do_outbox_retry(step) = { count: account(step).outbox.retry(step.int(:sequence)) }
  def do_outbox_purge(step) = { count: account(step).outbox.purge(step.int(:sequence)) }

  def do_reminder_put(step) = [{}, account(step).reminders.put(step[:id], **step.options)]
  def do_reminder_edit(step) = [{}, account(step).reminders.edit(step[:id], **step.options)]
  def do_reminder_done(step) = [{}, account(step).reminders.done(step[:id])]
  def do_reminder_undone(step) = [{}, account(step).reminders.undone(step[:id])]
  def do_reminder_delete(step) = [{}, account(step).reminders.delete(step[:id])]
  def do_reminder_snooze(step) = [{}, account(step).reminders.snooze(step[:id], step.int(:until))]
  def do_reminder_acknowledge(step) = [{}, account(step).reminders.acknowledge(step[:id])]
  def do_reminder_list(step) = entries(account(step).reminders.page(step[:after], step.limit))

  def do_reminder_plan(step)
    anew = ((step[:options] || {})["flags"] || 0) != 0
    list, plan = account(step).reminders.plan(anew: anew, **step.options(except: ["flags"]))
    { **plan.to_h, entries: list }
  end

  def do_reminder_log(step) = entries(account(step).reminders.log_page(step.int(:after), step.limit))
  def do_reminder_export(step) = { text: account(step).reminders.export }
  def do_reminder_import(step) = %i[taken passed_over].zip(account(step).reminders.import(step.content)).to_h
end
