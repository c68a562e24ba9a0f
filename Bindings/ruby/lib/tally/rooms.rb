# frozen_string_literal: true

module Tally
  # A group of methods of an account.
  class Room
    include Enumerable
    attr_reader :account

    def initialize(account) # :nodoc:
      @account = account
    end

    def each(&block)
      return enum_for unless block

      list.each(&block)
      self
    end

    private

    def call(name, *arguments)
      account.call(name, *arguments)
    end
  end

  # The feeds of an account.
  class Feeds < Room
    # Adds a feed, or changes its options: the members of tally_feed_options; stops_in_background: true;
    # exact_delay: true.
    def add(name, url = nil, stops_in_background: false, exact_delay: false, flags: 0, **options)
      flags |= Values.flag(stops_in_background, FEED_OPTION_STOPS_IN_BACKGROUND) | Values.flag(exact_delay, FEED_OPTION_EXACT_DELAY)
      Library.whole { Feed.new(account, name, call(:feed_add, name, { url: url, flags: flags, **options }).first) }
    end

    # Lists the stored feeds, added in this run or not.
    def list
      Pages.new(nil, :name) { |after, limit| page(after, limit) }
    end

    def page(after = nil, limit = 1000)
      call(:feed_list, after, limit).first
    end

    # Lists the rejected items of a feed. feed: its identifier.
    def rejected(feed)
      Pages.new(0, :number) { |after, limit| rejected_page(feed, after, limit) }
    end

    def rejected_page(feed, after = 0, limit = 1000)
      call(:feed_rejected, feed, after, limit).first
    end
  end

  # An added feed. Closing it releases the handle; the feed continues.
  class Feed
    include Library::Handle
    attr_reader :account, :name

    def initialize(account, name, handle) # :nodoc:
      @account, @name = account, name
      own(handle, &Library.releaser("tally_feed_release"))
    end

    # Reads the state, and the title: the last one that the server sent, or that of the options.
    def info
      title, state, = Library.call(:feed_get, self)
      [state, title]
    end

    # Sends a request immediately, and returns a token. Exactly one COMPLETION event with this token follows.
    def refresh_now(&completed)
      force = -> { Library.call(:feed_refresh_now, self, nil, nil, nil).first }
      completed ? account.engine.register(completed, &force) : force.call
    end

    def remove
      Library.call(:feed_remove, self)
    end

    # Polls soon, unless a request is in flight.
    def refresh
      Library.call(:feed_refresh, self)
    end

    def cancel
      Library.call(:feed_cancel, self)
    end

    def pause(paused = true) # rubocop:disable Style/OptionalBooleanParameter
      Library.call(:feed_pause, self, paused)
    end

    # Reports that a registered page (0 to 7) is shown. Returns what is known of it.
    def page_shown(page)
      Library.call(:feed_page_shown, self, page).first
    end

    def page_hidden(page)
      Library.call(:feed_page_hidden, self, page)
    end

    # Applies a page that the host has received in another way.
    def deliver(page)
      Library.call(:feed_deliver, self, page)
    end

    def push(payload)
      Library.call(:feed_push, self, payload)
    end
  end

  # The messages of an account, the newest first.
  class Messages < Room
    def each(&block)
      return enum_for unless block

      list("root", subtree: true).each(&block)
      self
    end

    # Lists the messages at a path (subtree: also below it; unread: only these).
    def list(path = "root", subtree: false, unread: false)
      Pages.new(0, :key) { |after, limit| page(path, subtree: subtree, unread: unread, after: after, limit: limit) }
    end

    def page(path = "root", subtree: false, unread: false, after: 0, limit: 1000)
      call(:message_list, path, flags(subtree) | Values.flag(unread, MESSAGES_UNREAD), after, limit).first
    end

    def counts(path = "root", subtree: false)
      MessageCounts.new(*call(:message_counts, path, flags(subtree)).first(3))
    end

    # Marks messages as read. Returns how many were not read before.
    def read(keys)
      call(:message_read, keys).first
    end

    def unread(keys)
      call(:message_unread, keys).first
    end

    # Marks messages as seen, all or none. Returns how many were unseen.
    def mark_seen(keys)
      call(:message_mark_seen, keys).first
    end

    def read_path(path, subtree: false)
      call(:message_read_path, path, flags(subtree)).first
    end

    # Marks the message with the key `last` as read, and those that lists have after it.
    def read_until(path, last, subtree: false)
      call(:message_read_until, path, flags(subtree), last).first
    end

    # Posts a message, and returns its key. options: the members of tally_message_options; dot: true.
    def post(path, dot: false, flags: 0, time: nil, **options)
      call(:message_post, path, Messages.given(dot: dot, flags: flags, time: time, **options)).first
    end

    # The members of tally_message_options.
    def self.given(dot: false, flags: 0, time: nil, **options) # :nodoc:
      { flags: flags | Values.flag(dot, POST_DOT), time: Values.milliseconds(time), **options }
    end

    # Removes the message that was posted with an id.
    def withdraw(id)
      call(:message_withdraw, id)
    end

    private

    def flags(subtree)
      Values.flag(subtree, SUBTREE)
    end
  end

  # The unseen messages, grouped by their threads. Each group has a summary.
  class Groups < Room
    def configure(grouping = 0, language = nil)
      call(:group_configure, grouping, language)
    end

    def set_category(id, summary = nil, hidden = nil)
      call(:category_set, id, summary, hidden)
    end

    # Sets the plural forms of a format: zero, one, two, few, many, other.
    def set_strings(key, language = nil, **forms)
      call(:strings_set, key, language, forms)
    end

    # Imports a file of translations. Returns how many formats were taken, and how many texts were skipped.
    def import_strings(kind, content, language = nil)
      call(:strings_import, kind, content, language).first(2)
    end

    def list(language = nil, hidden: false)
      Pages.new(0, :newest) { |after, limit| page(language, hidden: hidden, after: after, limit: limit) }
    end

    def page(language = nil, hidden: false, after: 0, limit: 1000)
      call(:group_list, language, Values.flag(hidden, GROUPS_HIDDEN), after, limit).first
    end

    def get(thread, language = nil, hidden: false)
      call(:group_get, thread, language, Values.flag(hidden, GROUPS_HIDDEN), nil).first.first
    end

    def messages(thread)
      Pages.new(0, :key) { |after, limit| messages_page(thread, after, limit) }
    end

    def messages_page(thread, after = 0, limit = 1000)
      call(:group_messages, thread, after, limit).first
    end

    # Reports that the user has seen a group: none of its messages is fresh any more.
    def seen(thread)
      call(:group_seen, thread)
    end

    # Dismisses a group. Returns how many of its messages were unseen.
    def dismiss(thread)
      call(:group_dismiss, thread).first
    end
  end

  # Changes that the account sends to its server.
  class Outbox < Room
    # Configures the account's outbox for this run. url: where rows are sent; nil: the program leases them.
    def configure(url = nil, **options)
      call(:outbox_configure, { url: url, **options })
    end

    # Leases rows that are due. Nobody else gets them for `duration` milliseconds. more?: others may be due.
    def lease(duration, limit = 100)
      list, status = call(:outbox_lease, duration, limit)
      while status == MORE && list.size < limit # Their texts did not fit.
        more, status = call(:outbox_lease, duration, limit - list.size)
        list.concat(more)
      end
      list.tap { list.more = status == MORE }
    end

    # Reports that the server has taken a row. Returns OK or ALREADY_APPLIED.
    def ack(sequence, answer = nil)
      call(:outbox_ack, sequence, answer)
    end

    # Reports that the server has not taken a row. retry_after: milliseconds; -1: never.
    def fail(sequence, attempt, retry_after = -1)
      call(:outbox_fail, sequence, attempt, retry_after)
    end

    def list
      Pages.new(0, :sequence) { |after, limit| page(after, limit) }
    end

    def page(after = 0, limit = 1000)
      call(:outbox_list, after, limit).first
    end

    def counts
      OutboxCounts.new(*call(:outbox_counts).first(3))
    end

    # Makes a row that waits or has failed due immediately. Returns 1, or 0 if it is another row.
    def retry(sequence)
      call(:outbox_retry, sequence).first
    end

    # Makes every row that waits or has failed due immediately. Returns how many.
    def retry_all
      call(:outbox_retry_all).first
    end

    # Removes a row that has failed for good. Returns 1, or 0 if it is another row.
    def remove(sequence)
      call(:outbox_remove, sequence).first
    end

    # Removes every row that has failed for good. Returns how many.
    def remove_failed
      call(:outbox_remove_failed).first
    end
  end

  # The reminders of an account. Days are Dates, or numbers like 20260131.
  class Reminders < Room
    # Enters a reminder: the members of tally_reminder_options.
    def put(id, **options)
      call(:reminder_put, id, Reminders.given(options))
    end

    # Changes the given members of a reminder; nil: unchanged. 0 or "" removes a member. Give a unit and its numbers
    # (shelf_, repeat_, overdue_) together.
    def edit(id, **options)
      call(:reminder_edit, id, Reminders.given(options))
    end

    %i[done undone remove acknowledge].each do |name|
      define_method(name) { |id| call(:"reminder_#{name}", id) }
    end

    # Moves one occurrence to a timestamp in the future.
    def snooze(id, time)
      call(:reminder_snooze, id, Values.milliseconds(time))
    end

    def list
      Pages.new(nil, :id) { |after, limit| page(after, limit) }
    end

    def page(after = nil, limit = 1000)
      call(:reminder_list, after, limit).first
    end

    # Plans the notifications that the system fires while the program is closed. Returns the entries to disarm and then
    # those to arm, and the plan. `from_scratch: true` lists the whole plan.
    def plan(from_scratch: false, **options)
      call(:reminder_plan, { flags: Values.flag(from_scratch, PLAN_FLAG_FROM_SCRATCH), **options }, nil).first(2)
    end

    def log
      Pages.new(0, :number) { |after, limit| log_page(after, limit) }
    end

    def log_page(after = 0, limit = 1000)
      call(:reminder_log, after, limit).first
    end

    # Returns all reminders as iCalendar.
    def export
      call(:reminder_export).first
    end

    # Imports the reminders of an iCalendar file. Returns how many were taken, and how many entries were skipped.
    def import(content)
      call(:reminder_import, content).first(2)
    end

    # The bit of each member; those with a unit have one together.
    FIELDS = %w[title body path zone produced shelf_life time smart repeat start end overdue].to_h do |name|
      [name.delete_suffix("_life"), Tally.const_get("REMINDER_FIELD_#{name.upcase}")]
    end.freeze
    private_constant :FIELDS

    # The members of tally_reminder_options.
    def self.given(options) # :nodoc:
      options = options.compact.to_h do |name, value|
        [name, %i[produced start end].include?(name) ? Values.day(value) : value]
      end
      fields = options.keys.map { |name| FIELDS[name.to_s[/\A[a-z]+/]] || 0 }.inject(0, :|)
      { fields: fields, **options }
    end
  end
end
