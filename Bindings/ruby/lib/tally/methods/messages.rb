# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Messages < Room
    # Lists messages, the newest first, sorted by the server's sequence, then its identifier. A push without a
    # sequence is the newest when it arrives.
    #
    # path:: `root`, or components separated by dots; nil: all messages
    # subtree:: the path itself and everything below it
    # unread:: only those that are not read
    #
    # Raises PathError, IOError, CorruptError.
    def list(path = nil, subtree: path.nil?, unread: false)
      Pages.new { |after, limit| page(path, subtree: subtree, unread: unread, after: after, limit: limit) }
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError, IOError, CorruptError.
    def page(path = nil, subtree: path.nil?, unread: false, after: nil, limit: 1000)
      flags = Values.flag(subtree, SUBTREE) | Values.flag(unread, MESSAGES_UNREAD)
      call(:message_list, path || "root", flags, after, limit).first
    end

    # Lists messages from one of them on: first that message, then the older ones, newest first.
    #
    # path:: `root`, or components separated by dots
    # key:: the message, at any path; 0: the newest one, or the oldest one if newer messages are listed
    # subtree:: the path itself and everything below it
    # unread:: only those that are not read
    # newer:: `Messages#list_from`: newer ones instead of older ones
    #
    # A chat that opens at a message makes two calls, one of them with `newer`. Each has the room for its part of the
    # screen. To continue either list, call with `next` and the same key, even if that message is gone.
    #
    # Raises PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
    def list_from(path, key = 0, subtree: false, unread: false, newer: false)
      Pages.new do |after, limit|
        list_from_page(path, key, subtree: subtree, unread: unread, newer: newer, after: after, limit: limit)
      end
    end

    # Returns a page of `list_from`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError, ArgumentError (key is negative), NotFoundError (key), IOError, CorruptError.
    def list_from_page(path, key = 0, subtree: false, unread: false, newer: false, after: nil, limit: 1000)
      flags = Values.flag(subtree, SUBTREE) | Values.flag(unread, MESSAGES_UNREAD) | Values.flag(newer,
                          MESSAGES_NEWER)
      call(:message_list_from, path, flags, key, after, limit).first
    end

    # Finds where to begin reading: the oldest unread message at a path. All messages that have such a path as a
    # further one are read.
    #
    # path:: `root`, or components separated by dots
    # most:: the largest value of each number, which bounds the cost; NO_LIMIT: the numbers are complete
    # subtree:: the path itself and everything below it
    # unseen:: `Messages#first_message`: only those that are not seen
    # newest:: `Messages#first_message`: the newest instead of the oldest
    # highlights:: `Messages#first_message`: only those of level HIGHLIGHT or above
    #
    # "9 unread since yesterday" is `matching` and the `time` of the oldest one.
    #
    # Raises PathError, IOError, CorruptError.
    # Cost: O(log messages) for each path that is searched, and the sum of the numbers.
    def first_message(path, most = 0, subtree: false, unseen: false, newest: false, highlights: false)
      flags = Values.flag(subtree, SUBTREE) | Values.flag(unseen, MESSAGES_UNSEEN) | Values.flag(newest,
                          MESSAGES_NEWEST) | Values.flag(highlights, MESSAGES_HIGHLIGHTS)
      call(:message_first, path, flags, most).first
    end

    # Reads one message as a row of Message.
    #
    # Raises NotFoundError, IOError, CorruptError.
    def get(key)
      call(:message_get, key, nil).first.first
    end

    # Reads the message that a server knows by an identifier, as a notification has it, as a row of Message.
    #
    # id:: any text
    # feed:: the feed's identifier; 0: that of FEED_LOCAL, which has the posted messages
    #
    # Raises NotFoundError, IOError, CorruptError.
    # Cost: O(log messages).
    def find(id, feed = 0)
      call(:message_find, feed, id, nil).first.first
    end

    # Reads the data of a message. Lists leave them out, because they can be long.
    #
    # key:: that of the message
    #
    # The data of a posted message are the host's bytes. Those of a server are JSON without white space, and without
    # the escapes that JSON does not need. Members keep their order, and numbers their digits.
    #
    # Returns the data; none: 0 bytes.
    # Raises NotFoundError, IOError, CorruptError.
    def data(key)
      call(:message_get_data, key).first
    end

    # Counts the messages at a path, or also below it.
    #
    # path:: `root`, or components separated by dots; nil: all messages
    # subtree:: the path itself and everything below it
    #
    # Raises PathError, IOError, CorruptError.
    def counts(path = nil, subtree: path.nil?)
      call(:message_get_counts, path || "root", Values.flag(subtree, SUBTREE)).first
    end

    # Marks messages as read.
    #
    # keys:: the keys of messages
    #
    # Raises NotFoundError, IOError, FullError.
    def read(keys)
      call(:message_mark_read, keys).first
    end

    # Marks messages at a path as read.
    #
    # path:: `root`, or components separated by dots
    # subtree:: the path itself and everything below it
    #
    # Raises PathError, IOError, FullError.
    def read_path(path, subtree: false)
      call(:message_mark_path_read, path, Values.flag(subtree, SUBTREE)).first
    end

    # Marks a message as read, and those that `Messages#list` lists after it.
    #
    # path:: `root`, or components separated by dots
    # last:: its key
    # subtree:: the path itself and everything below it
    #
    # Raises PathError, ArgumentError (last is not positive), NotFoundError (last), IOError, FullError.
    def read_until(path, last, subtree: false)
      call(:message_mark_read_until, path, Values.flag(subtree, SUBTREE), last).first
    end

    # Marks messages as unread again; they stay seen.
    #
    # keys:: the keys of messages
    #
    # Raises NotFoundError, IOError, FullError.
    def unread(keys)
      call(:message_mark_unread, keys).first
    end

    # Marks messages as seen, in one transaction, as when a user dismisses single notifications.
    #
    # keys:: the keys of messages
    #
    # Seen messages leave their groups. They are unseen again only with a new revision from the server. Without keys
    # the call changes nothing.
    #
    # Returns how many were unseen.
    # Raises NotFoundError (a key), IOError, FullError.
    # Cost: O(messages).
    def mark_seen(keys)
      call(:message_mark_seen, keys).first
    end

    # Snoozes a message until a timestamp. Until then it feeds nothing and counts as seen; then it is unseen again.
    #
    # expiry:: when it ends; 0: now
    #
    # Groups and their summaries leave out the message while it is snoozed. Lists, counts of unread messages and
    # `Messages#first_message` have it, as any message that is seen and unread. A call replaces an earlier snooze. The
    # snooze also ends when the message is read, removed, or changed by the server with a new revision. Then no time
    # brings it back. A snooze whose time comes while the engine is closed has ended when the account is opened. The
    # snooze is on the disk when the call returns. It is part of an account's export.
    #
    # Raises RangeError (`expiry` is over, or negative), NotFoundError (key), ConflictError (the message is read),
    # IOError, FullError, CorruptError.
    def snooze(key, expiry, until: expiry)
      expiry = binding.local_variable_get(:until)
      call(:message_snooze, key, Values.milliseconds(expiry))
      nil
    end

    # Posts a message of the host's own, unseen.
    #
    # path:: `root`, or components separated by dots
    # dot:: the message feeds a dot
    # once:: it is posted only if the user has not seen a message of its id
    # time:: it orders messages. 0: now
    # count:: added to the number. 0: 1, or 0 with `dot`
    # id:: a name. nil or empty: a new one
    # link:: a URL, up to MAX_LINK bytes without control characters
    # icon:: a name
    # data:: the host's own, such as JSON, up to MAX_DATA bytes
    # also:: further paths where it counts, one per line, up to MAX_ALSO
    #
    # The message replaces the one that was posted with the same id, whatever its state. No response changes or
    # removes it. The account may be logged out. Messages without an id and with the same time are listed in the order
    # of posting.
    #
    # With `once` the call changes nothing if the account has a message of the id, or had one that the user has seen.
    # It is then ALREADY_APPLIED: a dot for a new feature shows once, over restarts and retention. The last
    # max_forgotten removed messages, in the order of lists, are remembered until the feed is removed.
    #
    # A message with further paths counts at each of them, and once at every path above them, whichever ways lead
    # there. It stays one message, which is listed at all of its paths. Reading or seeing it at one of them ends it at
    # all. It belongs to `path`, so only the rules and the servers' marks of that path hold for it. A further path
    # that occurs twice, or is `path` itself, has no effect.
    #
    # Returns its key; 0 with ALREADY_APPLIED.
    # Raises ArgumentError (also: ONCE without an id), RangeError (time), PathError (one of them), TooLargeError (the
    # data; all texts together exceed max_response_bytes), LimitError (also: more than MAX_ALSO further paths),
    # IOError, FullError.
    def post(path, dot: false, once: false, time: nil, count: nil, argument_count: nil, id: nil, title: nil,
             body: nil, kind: nil, thread: nil, category: nil, argument: nil, link: nil, icon: nil, subtitle: nil,
             data: nil, also: nil, level: nil, flags: 0)
      options = Library::Options.message_options(dot: dot, once: once, time: time, count: count,
                                                 argument_count: argument_count, id: id, title: title, body: body,
                                                 kind: kind, thread: thread, category: category, argument: argument,
                                                 link: link, icon: icon, subtitle: subtitle, data: data, also: also,
                                                 level: level, flags: flags)
      call(:message_post, path, options).first
    end

    # Removes messages of any feed, or posted ones, as when a user deletes them.
    #
    # keys:: the keys of messages
    #
    # A server's message stays removed while the server sends the same revision, or none; a greater revision brings it
    # back. An account with an outbox gets a row of OUTBOX_KIND_REMOVAL, so that the server removes it as well. The
    # last max_forgotten removed messages of a feed are remembered. Without keys the call changes nothing.
    #
    # Raises NotFoundError (a key), IOError, FullError.
    # Cost: O(log n) in the messages, for each one.
    def remove(keys)
      call(:message_remove, keys)
      nil
    end

    # Removes the message that was posted with an id.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, IOError, FullError.
    def withdraw(id)
      call(:message_withdraw, id)
      nil
    end
  end
end
