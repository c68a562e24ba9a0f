# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Groups < Room
    # Registers a category, or replaces the one with that id.
    #
    # id:: its identifier
    #
    # The category is stored. summary is its format, and hidden the format for hidden previews, without arguments; nil
    # or empty: none. A format is the key of its translations and its own source text, for every count. A mere name,
    # such as "GROUP_MORE", is only a key and is never shown.
    #
    # Raises MalformedError (a format), TooLargeError (65,536 bytes), IOError, FullError.
    def set_category(id, summary = nil, hidden = nil)
      call(:category_set, id, summary, hidden)
      nil
    end

    # Removes a category; translations of its formats stay.
    #
    # id:: its identifier
    #
    # Raises NotFoundError, IOError, FullError.
    def remove_category(id)
      call(:category_remove, id)
      nil
    end

    # Sets the plural forms of a format for a language, and replaces the former ones.
    #
    # language:: nil or "" means the source text. They are stored
    #
    # Raises MalformedError (a form), TooLargeError, IOError, FullError.
    def set_strings(key, language = nil, zero: nil, one: nil, two: nil, few: nil, many: nil, other: nil)
      options = Library::Options.forms(zero: zero, one: one, two: two, few: few, many: many, other: other)
      call(:strings_set, key, language, options)
      nil
    end

    # Removes the plural forms of a format for a language. A text is then looked up in the next language, as the
    # introduction says.
    #
    # language:: nil or "" means the source text
    #
    # Raises ArgumentError (also: an invalid language), NotFoundError, TooLargeError, IOError, FullError.
    def remove_strings(key, language = nil)
      call(:strings_remove, key, language)
      nil
    end

    # Imports the formats of a file of translations, all of them or none.
    #
    # language:: of a dictionary; nil for a catalog
    #
    # A text that is not a format is skipped, but is MalformedError if its key is that of a category. Plural forms
    # need `other`. Integers of any kind (`%d`, `%lld`, `%arg`) are the count. docs/concepts/groups.md explains how
    # catalogs are used.
    #
    # Returns the number of imported formats (keys in one language), and of skipped texts.
    # Raises MalformedError, TooLargeError (max_response_bytes), IOError, FullError.
    # Cost: O(size).
    def import_strings(kind, content, language = nil)
      call(:strings_import, Values.constant(kind, :STRINGS_), content, language).first
    end

    # Lists groups, the one with the newest message first. A group's messages are read again after any change except a
    # newer message.
    #
    # language:: of the summaries; nil or "": the account's
    # hidden:: previews are hidden
    #
    # Raises ArgumentError (also: an invalid language), IOError, CorruptError.
    # Cost: O(n log n) in groups and messages.
    def list(language = nil, hidden: false)
      Pages.new { |after, limit| page(language, hidden: hidden, after: after, limit: limit) }
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises ArgumentError (also: an invalid language), IOError, CorruptError.
    # Cost: O(n log n) in groups and messages.
    def page(language = nil, hidden: false, after: nil, limit: 1000)
      call(:group_list, language, Values.flag(hidden, GROUPS_HIDDEN), after, limit).first
    end

    # Reads one group as a row of Group.
    #
    # thread:: nil means ""
    # language:: of the summaries; nil: the account's
    # hidden:: previews are hidden
    #
    # Raises ArgumentError (also: an invalid language), NotFoundError (no message, or no grouping by threads),
    # IOError, CorruptError.
    def get(thread, language = nil, hidden: false)
      call(:group_get, thread, language, Values.flag(hidden, GROUPS_HIDDEN), nil).first.first
    end

    # Lists the messages of a group as `Messages#list` does.
    #
    # thread:: nil means ""
    #
    # Raises IOError, CorruptError.
    def messages(thread)
      Pages.new { |after, limit| messages_page(thread, after, limit) }
    end

    # Returns a page of `messages`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    def messages_page(thread, after = nil, limit = 1000)
      call(:group_list_messages, thread, 0, after, limit).first
    end

    # Reports that the user has seen the group: none of its messages is fresh any more. The messages stay in the group
    # and in the badge. This is stored.
    #
    # thread:: the thread of the group; nil or "": messages without a thread
    #
    # Raises NotFoundError, IOError, FullError.
    # Cost: O(messages of the group).
    def seen(thread)
      call(:group_mark_seen, thread)
      nil
    end

    # Dismisses a group: its messages become seen, in one transaction.
    #
    # thread:: nil means ""
    #
    # A dismissed message comes back only with a new revision from the server. Without grouping by threads, the thread
    # "" is all of them. To dismiss single messages, call `Messages#mark_seen`.
    #
    # Returns how many messages were unseen.
    # Raises NotFoundError (the group), IOError, FullError.
    # Cost: O(messages).
    def dismiss(thread)
      call(:group_dismiss, thread).first
    end
  end
end
