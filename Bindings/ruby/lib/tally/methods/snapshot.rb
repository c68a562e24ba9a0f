# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Snapshot
    # Decodes the bytes of a snapshot.
    #
    # Raises MalformedError.
    # Cost: O(size).
    def self.decode(bytes)
      Library.whole { new(Library.call(:snapshot_decode, bytes).first) }
    end

    # Returns the bytes of a snapshot.
    #
    # Cost: O(size).
    def encode
      Library.call(:snapshot_encode, self).first
    end

    # Returns the minimal patch from one snapshot to another. No engine is needed, and little memory.
    #
    # Cost: O(bytes), at the speed of comparing memory where they are equal.
    def diff(other)
      Library.call(:snapshot_diff, self, other).first
    end

    # Lists the nodes of a snapshot that own a badge, a mute or a snooze, sorted by the bytes of their paths. No
    # engine is needed.
    #
    # path:: relative to the top of the snapshot; `root`, "" or nil: the top
    # subtree:: the path itself and everything below it
    #
    # A badge that has ended is listed too.
    #
    # Raises PathError.
    # Cost: O(nodes of the snapshot), with little work for those that are not listed.
    def list(path = "root", subtree: false)
      Pages.new { |after, limit| list_page(path, subtree: subtree, after: after, limit: limit) }
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError.
    # Cost: O(nodes of the snapshot), with little work for those that are not listed.
    def list_page(path = "root", subtree: false, after: nil, limit: 1000)
      Library.call(:snapshot_list, self, path, Values.flag(subtree, SUBTREE), after, limit).first
    end
  end
end
