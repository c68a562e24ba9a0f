# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Feed
    # Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
    # before, or the host has, that one shows again.
    #
    # Pending completions get CancelledError.
    #
    # Raises IOError, FullError.
    def remove
      Library.call(:feed_remove, self)
      nil
    end

    # Polls soon, unless a request is in flight.
    #
    # Raises LoggedOutError, UnsupportedError (no URL).
    def refresh
      Library.call(:feed_refresh, self)
      nil
    end

    # Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the
    # call does nothing.
    #
    # page:: its number, below MAX_FEED_PAGES
    #
    # Returns -1 and zeros if the user does not begin to see the page.
    # Raises RangeError (of the page).
    def page_shown(page)
      Library.call(:feed_show_page, self, page).first
    end

    # Reports that a page is no longer shown. Repeating the call does nothing.
    #
    # Raises RangeError.
    def page_hidden(page)
      Library.call(:feed_hide_page, self, page)
      nil
    end

    # Cancels the request in flight and the one that waits for it, if any.
    #
    # Completions get CancelledError, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
    # interval.
    def cancel
      Library.call(:feed_cancel, self)
      nil
    end

    # Pauses or resumes a feed.
    #
    # A paused feed polls neither by timers nor because of pages. A request in flight, `Feed#refresh` and
    # `Feed#refresh_now` work as usual. What became due meanwhile happens once. Not stored.
    def pause(paused = true) # rubocop:disable Style/OptionalBooleanParameter
      Library.call(:feed_pause, self, paused)
      nil
    end

    # Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no other
    # one.
    #
    # plain:: it may also be sent over http: to another machine, where others can read it
    # name:: BASIC, HEADER, QUERY; otherwise nil
    # format:: HEADER: the value, in which {token} stands for the secret. nil: the secret alone
    #
    # If the feed gets a URL of another server, the credential is not sent until it is set again.
    #
    # Raises URLError (the feed has none), ArgumentError (as `Account#set_credential`), IOError, FullError.
    def set_credential(plain: false, kind:, name: nil, secret: nil, format: nil)
      options = Library::Options.credential(plain: plain, kind: kind, name: name, secret: secret, format: format)
      Library.call(:feed_set_credential, self, options)
      nil
    end

    # Removes the feed's own credential: that of the account for its server counts again.
    #
    # Raises IOError, FullError.
    def remove_credential
      Library.call(:feed_remove_credential, self)
      nil
    end

    # Reads the state of a feed, and its title: the last one that the server sent, or that of the options.
    def info
      text, record, = Library.call(:feed_get, self)
      [record, text]
    end

    # Applies a page that the host received in another way.
    #
    # The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
    # one. A SYNCED event follows. Timers are unchanged.
    #
    # If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and
    # must not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A
    # request in flight continues; if its response has news, it is repeated from this page's cursor, so the cursor
    # never goes back.
    #
    # Raises ProtocolError, TooLargeError (max_response_bytes), LoggedOutError, CancelledError (the URL has just
    # changed), LimitError, IOError, FullError.
    # Cost: O(size).
    def deliver(page)
      Library.call(:feed_deliver, self, page)
      nil
    end

    # Applies a push to one feed, as `Account#push` does. `feed` in the payload is ignored.
    #
    # Raises ProtocolError, TooLargeError, LoggedOutError, LimitError, IOError, FullError.
    def push(payload)
      Library.call(:feed_push, self, payload)
      nil
    end
  end
end
