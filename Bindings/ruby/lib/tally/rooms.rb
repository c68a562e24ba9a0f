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
    private

    # The name of a feed; empty if there is none, which the library then reports.
    def name_of(id)
      list.find { |entry| entry.id == id }&.name || ""
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

    # Sends a request immediately, and returns a token. Exactly one COMPLETION event with this token follows.
    def refresh_now(&completed)
      return Library.call(:feed_refresh_now, self, nil, nil, nil).first unless completed

      observers = account.engine.observers
      once = lambda do |event|
        observers.forget(once.object_id)
        completed.call(event)
      end
      observers.keep(once) { |number| Library.call(:feed_refresh_now, self, Callbacks.event, number, nil).first }
    end
  end

  # The messages of an account, the newest first.
  class Messages < Room; end

  # The unseen messages, grouped by their threads. Each group has a summary.
  class Groups < Room; end
  # Changes that the account sends to its server.
  class Outbox < Room; end
  # The reminders of an account. Days are Dates, or numbers like 20260131.
  class Reminders < Room; end
end
