# frozen_string_literal: true

module Tally
  # The observers of an engine: one by the token of its events, or some of all feeds, or of all reminders.
  class Observers # :nodoc:
    TOLD = [EVENT_BADGE, EVENT_TOTAL, EVENT_SYNCED, EVENT_COMPLETION, EVENT_WIDGET, EVENT_MESSAGES, EVENT_GROUP,
            EVENT_AUTH, EVENT_REMINDER].freeze

    def initialize
      @by_token, @general = {}, {}
    end

    def []=(token, observer)
      @by_token[token] = observer
      @general[token] = observer if observer.is_a?(General)
    end

    def delete(token)
      @general.delete(token)
      @by_token.delete(token)
    end

    def clear
      @general.clear
      @by_token.clear
    end

    def size
      @by_token.size
    end

    def empty?
      @by_token.empty?
    end

    # Those that an event is for. In `step` the library has given it the token of its observer.
    def of(event)
      one = @by_token[event.token] if TOLD.include?(event.kind)
      return [one] if one

      @general.filter_map { |token, observer| observer.with(token) if observer.observes?(event) }
    end
  end

  # An observer of all feeds or reminders. account: the identifier of the only one whose events it gets; nil: of all.
  class General # :nodoc:
    KINDS = { observe_feeds: [EVENT_SYNCED, EVENT_AUTH], observe_reminders: [EVENT_REMINDER] }.freeze

    def initialize(name, account, block)
      @kinds, @block = KINDS.fetch(name), block
      @account = account && Library.call(:account_get, account)[1].id
    end

    def observes?(event)
      @kinds.include?(event.kind) && event.token.zero? &&
        [nil, event.account].include?(@account)
    end

    def call(event)
      @block.call(event)
    end

    # Calls the block with an event as the library's callback has it: with the observer's token.
    def with(token)
      lambda do |event|
        given = event.dup
        given.token = token
        call(given)
      end
    end
  end
  private_constant :Observers, :General
end
