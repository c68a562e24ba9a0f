# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Scope
    # Observes a path. The observer is notified at most once a transaction, and only if what the path shows changed.
    #
    # account:: an account of the same engine
    # path:: `root`, or components separated by dots
    # block:: called with each event; without a block only `Engine#next_event` returns the events
    # subtree:: the path itself and everything below it
    # initial:: the current state of the path is reported first
    #
    # Observing twice with the same scope, account, path, `subtree` and block is one observer. Each registration needs
    # its own `Scope#unobserve`. This holds for all observers and widgets.
    #
    # Returns a token that identifies the observer in events and for `Scope#unobserve`.
    # Raises PathError, LimitError.
    # Cost: O(1); of a subtree O(badges shown below).
    def observe(account, path, subtree: false, initial: false, &block)
      flags = Values.flag(subtree, SUBTREE) | Values.flag(initial, OBSERVE_INITIAL)
      observing(block, :observe, account, path, flags)
    end

    # Observes the messages at a path; with `subtree` also those below.
    #
    # account:: an account of the same engine
    # path:: `root`, or components separated by dots
    # block:: called with each event; without a block only `Engine#next_event` returns the events
    # subtree:: the path itself and everything below it
    #
    # The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads
    # or unreads any. The event has their numbers.
    #
    # Raises PathError, LimitError, IOError, FullError, CorruptError.
    # Cost: O(messages there), now and for each event.
    def observe_messages(account, path, subtree: false, &block)
      observing(block, :observe_messages, account, path, Values.flag(subtree, SUBTREE))
    end

    # Observes the groups of an account.
    #
    # account:: an account of the same engine
    # block:: called with each event; without a block only `Engine#next_event` returns the events
    # initial:: the current state of the path is reported first
    #
    # A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
    # change. It may be gone then. `initial` reports all groups.
    #
    # Raises LimitError, IOError, FullError, CorruptError.
    def observe_groups(account, initial: false, &block)
      observing(block, :observe_groups, account, Values.flag(initial, OBSERVE_INITIAL))
    end

    # Observes the total over all logged-in accounts.
    #
    # block:: called with each event; without a block only `Engine#next_event` returns the events
    # initial:: the current state of the path is reported first
    #
    # Raises LimitError.
    def observe_total(initial: false, &block)
      observing(block, :observe_total, Values.flag(initial, OBSERVE_INITIAL))
    end

    # Observes the requests of a feed, and the pages that the host delivers.
    #
    # block:: called with each event; without a block only `Engine#next_event` returns the events
    #
    # Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
    # (max_loaded_accounts), its number is the last known one.
    #
    # Raises LimitError, NotFoundError (the feed was removed).
    def observe_feed(feed, &block)
      observing(block, :observe_feed, feed, 0)
    end

    # Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.
    #
    # block:: called with each event
    # account:: nil: all accounts, also later ones
    #
    # The observer is called for the events that `Engine#next_event` returns without a token, before it returns them.
    # In the callback they have the observer's token.
    #
    # Raises LimitError.
    def observe_feeds(account = nil, &block)
      observing(block, :observe_feeds, account, 0)
    end

    # Observes the reminders of an account: the event REMINDER, as `Scope#observe_feeds` does for feeds.
    #
    # block:: called with each event
    # account:: nil: all accounts, also later ones
    #
    # Raises LimitError.
    def observe_reminders(account = nil, &block)
      observing(block, :observe_reminders, account, 0)
    end

    # Draws all widgets of the scope again, for example when a window has come back.
    #
    # Order: deeper paths first, then the bytes of the paths, then the order of binding.
    def refresh_widgets
      Library.call(:widget_refresh, self)
      nil
    end
  end
end
