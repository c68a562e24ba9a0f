# frozen_string_literal: true

require "json"
require "tally"
require "tmpdir"
require_relative "steps"

# Replays a case of the conformance data (Tests/Conformance/README.md). A call that it has not fails.
class Replay
  include Steps

  class Failure < StandardError; end

  STYLE = { 1 => [:dot_radius], 2 => %i[offset_x offset_y], 4 => [:font_size], 8 => [:font_weight],
            16 => [:text_color], 32 => [:background_color], 64 => [:max_count], 128 => [:overflow],
            256 => [:icon], 512 => [:highlight_color] }.freeze
  # A step keeps the first of these that comes out.
  KEPT = %i[text bytes digest revision next].freeze
  TEXTS = %w[id key title body kind thread category argument path source url prefix zone].freeze

  def self.cases(folder)
    Dir["#{folder}/*.jsonl"].sort.flat_map do |file|
      File.readlines(file, encoding: "UTF-8").map { |line| JSON.parse(line) }
    end.reject { |given| given["steps"].any? { |step| Steps::LACKS.include?(step["call"]) } }
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
    @folder = Dir.mktmpdir if given["file"]
    options[:file] = File.join(@folder, given["file"]) if @folder
    @engine = Tally.open(host_driven: true, seed: 1, zone: given.fetch("zone", "UTC"),
                         clock: -> { [@wall, @elapsed] }, **options)
    @scope = @engine.scope
    @accounts, @feeds, @nodes, @tokens, @kept = {}, {}, {}, {}, {}
    @drawn, @requests, @sent = [], [], {}
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
    FileUtils.remove_entry(@folder) if @folder
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
    @kept[step[:as]] = out[KEPT.find { |member| out.key?(member) }] if step[:as]
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
    step[name] ? keys(step, [step[name]]).first : 0
  end

  def named(event)
    out = { **event.to_h, text: event.text, token: @tokens.key(event.token) || event.token }
    @accounts.each_value do |one|
      next unless one.state.id == event.account

      out[:account] = one.name
      out[:feed] = one.feeds.find { |feed| feed.id == event.feed }&.name || event.feed
    rescue Tally::NotFoundError
      next
    end
    out
  end

  def entries(list)
    [{ entries: list.to_a, next: list.next }.compact, list.more? ? Tally::MORE : Tally::OK]
  end

  def style(given)
    return nil unless given

    members = STYLE.select { |bit, _| (given["fields"] || 0) & bit != 0 }.to_h do |bit, names|
      values = names.map { |name| Replay.integer(given[name.to_s] || 0) }
      bit == 2 ? [:offset, values] : [names.first, values.first]
    end
    Tally::Style.new(**members)
  end

  def hex(bytes)
    bytes.unpack1("H*")
  end

  # --- Steps that make what others name ---

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

  def do_account_open(step)
    @accounts[step[:account]] = @engine.account(step[:account], **step.options)
    nil
  end

  def do_account_find(step)
    @engine.find_account(account(step).state.id).tap { |found| check(found.name == step[:account], "another") }.close
  end

  def do_badge_changes(step)
    changes = account(step).changes(step.int(:since), epoch: step.int(:epoch), capacity: step.limit)
    changed, status = changes.read
    [{ entries: changed.sort_by { |entry| entry.path.b }, revision: changes.revision }, status]
  end

  def do_badge_batch(step)
    batch = Tally::Batch.new
    step[:operations].map { |operation| Step.new(operation) }.each do |operation|
      where = operation[:node] ? @nodes.fetch(operation[:node]) : operation[:path]
      batch.append(operation[:kind], where, operation.int(:value), operation.int(:until))
    end
    each = ((step[:options] || {})["flags"] || 0) != 0
    answer = account(step).batch(batch, each: each, **step.options(except: ["flags"]))
    [{ revision: answer.revision }, answer.status]
  ensure
    @results = results(batch)
  end

  # The result of each operation, also if the call failed.
  def results(batch)
    batch.results.map { |result| { **result.to_h, status: Tally.status_name(result.status) } }
  end

  # --- Many accounts ---

  def do_engine_batch(step)
    items = step[:items].map do |given|
      item = Tally::Item.new(given["account"], id: given["id"], time: given["time"])
      given["operations"].map { |operation| Step.new(operation) }.each_with_object(item) do |operation, made|
        made.append(operation[:kind], operation[:path], operation.int(:value), operation[:until])
      end
    end
    status = @engine.batch(items, **step.options)
    [{ items: items.map { |item| { status: item.status } } }, status]
  end

  def do_engine_get_position(step) = @engine.position(step[:source]).to_h

  def do_engine_import(step)
    imports = step[:imports].map { |given| [given["account"], [given["bytes"]].pack("H*")] }
    statuses = @engine.import(imports, replace: step.has(Tally::IMPORT_REPLACE))
    [{ imports: statuses.map { |status| { status: status } } }, statuses.all?(&:zero?) ? Tally::OK : Tally::PARTIAL]
  end

  # --- What the library calls ---

  # A widget that notes how it is drawn.
  Drawing = Struct.new(:drawn) do
    %i[show_dot show_number show_icon hide].each do |name|
      define_method(name) { |path, _look, text| drawn << { function: name.to_s, path: path, text: text } }
    end
  end

  def do_widget_bind(step) = watch(step, @scope.bind(account(step), step[:path], Drawing.new(@drawn)))

  def do_drawn(_step) = { entries: @drawn.slice!(0..) }

  def note(request)
    @sent["r#{@sent.size + 1}"] = request if request.kind == Tally::REQUEST_KIND_SEND
    name, = @sent.find { |_, each| each.id == request.id }
    @requests << { kind: request.kind, method: request.method, url: request.url, request: name }
  end

  def do_engine_set_transport(step)
    step.int(:on).zero? ? @engine.transport : @engine.transport { |request| note(request) }
    nil
  end

  def do_requests(_step) = { entries: @requests.slice!(0..) }

  def do_transport_respond(step)
    @sent.fetch(step[:request]).respond(step.int(:code), step[:headers], step.content(:body))
    nil
  end

  def do_transport_progress(step) = (@sent.fetch(step[:request]).progress; nil)

  # --- What needs no engine ---

  def do_version(_step) = { number: Tally.version_number, text: Tally.version }

  def do_status_name(step) = { text: Tally.status_name(step.int(:number)) }

  def do_status_message(step) = { text: Tally.status_message(step.int(:number)) }

  def file(step, name) = File.join(@folder || ".", step[name])

  def feed_state(step)
    state, title = @feeds.fetch(step[:feed]).info
    { **state.to_h, text: title }
  end

  def do_node_resolve(step) = (@nodes[step[:node]] = account(step).node(step[:path]); nil)

  def do_feed_add(step) = (@feeds[step[:feed]] = account(step).feeds.add(step[:feed], **step.options); nil)

  def feed_id(step) = @feeds.fetch(step[:feed]).info.first.id

  def do_feed_find_by_id(step)
    account(step).feeds.get_by_id(feed_id(step)).tap { |found| check(found.name == step[:feed], "another") }.close
  end

  def do_feed_find(step) = (@feeds[step[:feed]] = account(step).feeds.get(step[:feed]); nil)

  def decoded(step, name) = Tally::Snapshot.decode(step.content(name))

  def do_snapshot_take(step) = { bytes: hex(account(step).snapshot(step[:path]).encode) }

  def do_badge_restore(step) = (account(step).restore(decoded(step, :snapshot), step[:path]); nil)

  def do_snapshot_diff(step) = { bytes: hex(decoded(step, :from).diff(decoded(step, :to))) }

  def do_snapshot_list(step)
    entries(decoded(step, :snapshot).list_page(step[:path], subtree: step.has(1), after: step[:after],
                                                            limit: step.limit))
  end

  # --- What is more than a call ---

  def watch(step, token)
    @tokens[step[:token]] = token
    nil
  end

  def names(list)
    out, status = entries(list)
    [{ **out, entries: list.map { |name| { name: name } } }, status]
  end

  def revised(list)
    { entries: list, revision: list.revision }
  end

  def style_of(told)
    out = { fields: 0 }
    STYLE.each do |bit, names|
      values = bit == 2 ? told.offset : told[names.first] && [told[names.first]]
      out[:fields] |= bit if values
      names.each_with_index { |name, index| out[name] = values ? values[index] : 0 }
    end
    { **out, icon: told.icon || "" }
  end

  def presented(presentation, text)
    { **presentation.to_h, text: text }
  end

  def badge(step)
    Tally::Badge.of(step[:badge]["kind"], Replay.integer(step[:badge]["count"]))
  end

  def begin_view(step)
    @tokens[step[:token]], status = @scope.begin_view(account(step), step[:path], subtree: step.has(1), read: step.has(2))
    [{}, status]
  end

  def planned(step)
    from_scratch = ((step[:options] || {})["flags"] || 0) != 0
    list, plan = account(step).reminders.plan(from_scratch: from_scratch, **step.options(except: ["flags"]))
    @tokens[step[:token]] = plan.token if step[:token]
    { **plan.to_h, entries: list }
  end

  def imported(step)
    report, skipped = account(step).reminders.import(step.content)
    { **report.to_h, entries: skipped }
  end
end
