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

    # Replaces the contents of `path` and its subtree with the snapshot.
    #
    # account:: an account of the same engine
    # path:: `root`, or components separated by dots
    #
    # Raises PathError, LimitError, ConflictError, IOError, FullError.
    def restore(account, path = "root")
      Library.call(:snapshot_restore, self, account, path)
    end
  end
end
