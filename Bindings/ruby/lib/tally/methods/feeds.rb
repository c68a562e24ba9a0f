# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Feeds < Room
    # Adds a feed, or changes the options of one.
    #
    # url:: http:, https: or file: (a regular file). nil: nothing is polled; the host delivers pages
    # stops_in_background:: no timer polls while the application is in the background
    # exact_delay:: the first request is sent after initial_delay, not at a random moment within it
    # temporary:: the options are for this run; the stored ones, if there are any, stay
    # initial_delay:: the first request begins within this: from 1 ms. nil: 1,000 ms with POLLING_MESSAGE_CENTER, off
    #   with POLLING_UNREAD_COUNT. -1: off
    # interval:: between requests: from 100 ms. nil: 600,000 ms with POLLING_MESSAGE_CENTER, off with
    #   POLLING_UNREAD_COUNT. -1: off
    # visible_interval:: while a page is seen: from 100 ms. nil: off with POLLING_MESSAGE_CENTER, 60,000 ms with
    #   POLLING_UNREAD_COUNT. -1: off
    # request_timeout:: for a whole request, from 100 ms. nil: 300,000 ms
    # idle_timeout:: without a byte, from 100 ms. nil: 60,000 ms
    # tolerance:: a page does not poll this soon after a good response: from 1 ms. nil: 180,000 ms with
    #   POLLING_MESSAGE_CENTER, off with POLLING_UNREAD_COUNT. -1: off
    # away_time:: a page that returns after this polls: from 1 ms. nil: 0 ms (each return) with
    #   POLLING_MESSAGE_CENTER, 60,000 ms with POLLING_UNREAD_COUNT. -1: off
    # max_age:: messages that are older by the server's time are removed, read or not. nil: no limit
    # max_messages:: beyond this number the oldest read messages are removed. 0: no limit
    # page_limit:: items a page, 1 to 10,000, sent as `limit`. 0: 200
    # prefix:: the path below which the feed's own paths are. nil: root
    # mapping_preset:: a shipped mapping, for a server with another format: "github-notifications", "mastodon-v2",
    #   "ntfy", "message-center" or "unread-count"
    # mapping:: a mapping, JSON text (docs/mappings.md) of up to 65,536 bytes. It replaces members of mapping_preset.
    #   nil or empty, both: the wire format
    # title:: the title until the server sends one, UTF-8, up to 1,024 bytes. nil: none
    #
    # A feed is stored with its account and its options, and continues from its cursor. In later runs it runs as soon
    # as its account is logged in. The options replace those that are stored. If the URL, prefix, mapping_preset or
    # bytes of the mapping changed, the feed requests everything again, and the response replaces its messages.
    #
    # Raises ArgumentError (also: an unknown profile), MalformedError (the mapping), URLError, PathError, RangeError,
    # LimitError, IOError, FullError.
    def add(name, address = nil, url: address, stops_in_background: false, exact_delay: false, temporary: false,
            initial_delay: nil, interval: nil, visible_interval: nil, request_timeout: nil, idle_timeout: nil,
            tolerance: nil, away_time: nil, max_age: nil, max_messages: nil, page_limit: nil, polling: nil,
            prefix: nil, mapping_preset: nil, mapping: nil, title: nil, flags: 0)
      options = Library::Options.feed_options(stops_in_background: stops_in_background, exact_delay: exact_delay,
                                              temporary: temporary, initial_delay: initial_delay, interval: interval,
                                              visible_interval: visible_interval, request_timeout: request_timeout,
                                              idle_timeout: idle_timeout, tolerance: tolerance, away_time: away_time,
                                              max_age: max_age, max_messages: max_messages, page_limit: page_limit,
                                              polling: polling, url: url, prefix: prefix,
                                              mapping_preset: mapping_preset, mapping: mapping, title: title,
                                              flags: flags)
      Library.whole { Feed.new(account, name, call(:feed_add, name, options).first) }
    end

    # Finds a feed that runs, or that is stored with its options. It runs from now on.
    #
    # Raises NotFoundError, LimitError, IOError, CorruptError.
    def get(name)
      Library.whole { Feed.new(account, name, call(:feed_find, name).first) }
    end

    # Finds a feed by its identifier, as events and messages have it. It acts like `Feeds#get`.
    #
    # id:: its identifier
    #
    # `Feeds#list` has the names of the identifiers.
    #
    # Raises NotFoundError (also: FEED_LOCAL was not added), LimitError, IOError, CorruptError.
    def get_by_id(id)
      name = name_of(id)
      Library.whole { Feed.new(account, name, call(:feed_find_by_id, id).first) }
    end

    # Lists the stored feeds of an account, by the bytes of their names. They run in this run or not.
    #
    # Raises IOError, CorruptError.
    # Cost: O(rows).
    def list
      Pages.new { |after, limit| page(after, limit) }
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    # Cost: O(rows).
    def page(after = nil, limit = 1000)
      call(:feed_list, 0, after, limit).first
    end

    # Lists the rejected items of a feed by their identifiers, the oldest first.
    #
    # feed:: its identifier; for an unknown one the list is empty
    #
    # The last max_rejected are kept until the feed requests everything again. Exports of accounts do not contain
    # them.
    #
    # Raises IOError, CorruptError.
    def rejected(feed)
      Pages.new { |after, limit| rejected_page(feed, after, limit) }
    end

    # Returns a page of `rejected`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    def rejected_page(feed, after = nil, limit = 1000)
      call(:feed_list_rejected, feed, 0, after, limit).first
    end
  end
end
