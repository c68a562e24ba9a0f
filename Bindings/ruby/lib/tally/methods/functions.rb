# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class << self
    # Saves the readable parts of a damaged file in a new one.
    #
    # damaged:: only read, as is its log; no engine may have it open
    # fresh:: must not exist; appears when it is complete and verified
    #
    # Every page is read separately. Names, keys and revisions stay; the epoch changes. Impossible or contradictory
    # rows are left out and counted. If anything was lost, feeds request everything from scratch.
    #
    # Returns the result.
    # Raises ExistsError (fresh, or `<fresh>.recovering` of a killed run), ConflictError (a log of an earlier file
    # lies beside fresh), NotAStoreError, NewerError, LockedError, CorruptError (nothing can be read), IOError,
    # FullError, ReadOnlyError, PermissionError.
    # Cost: O(size of the file).
    def recover(damaged, fresh)
      Library.call(:file_recover, damaged.to_s, fresh.to_s).first
    end

    # Rewrites a file without gaps, with checksums on every page. The call needs room for two more copies. If it
    # fails, nothing is lost.
    #
    # Raises IOError (also: there is no such file), FullError, LockedError, CorruptError, NotAStoreError, NewerError,
    # ReadOnlyError, PermissionError.
    # Cost: O(size of the file).
    def vacuum(file)
      Library.call(:file_vacuum, file.to_s)
      nil
    end

    # Computes the partition of an account, for hosts that divide accounts among machines.
    #
    # The partition is FNV-1a (32 bits) of the name, modulo `partitions`: see docs/account-hash.md. The result is the
    # same on every machine and in every version. No engine is needed.
    #
    # Raises ArgumentError (an invalid name; partitions is 0).
    def account_hash(name, partitions)
      Library.call(:account_hash, name, partitions).first
    end

    # Shows what a mapping makes of a response, as a page of the wire format.
    #
    # The function is for authors of mappings, and needs no engine. The page also has "rejected", an array of
    # {"index", "reason"} of unusable elements; the index begins at 0. Items whose number the server keeps have
    # "total" instead of "count". preset and mapping are as mapping_preset and mapping of FeedOptions; one is
    # required.
    #
    # Raises ArgumentError (also: an unknown preset), MalformedError (the mapping), ProtocolError (the response).
    # Cost: O(response, times texts of the mapping).
    def try_mapping(body, preset: nil, mapping: nil)
      Library.call(:mapping_try, preset, mapping, body).first.force_encoding(Encoding::UTF_8)
    end

    # Returns the patch that undoes a patch. No engine is needed.
    #
    # Raises MalformedError.
    # Cost: O(size).
    def inverse(patch)
      Library.call(:patch_inverse, patch).first
    end

    # Lists the nodes that a patch changes, sorted by the bytes of their paths. No engine is needed.
    #
    # path:: relative to the top of the patch; `root`, "" or nil: the top
    # subtree:: the path itself and everything below it
    #
    # Each call checks the bytes again.
    #
    # Raises MalformedError, PathError.
    # Cost: O(size).
    def patch_list(patch, path = "root", subtree: false)
      Pages.new { |after, limit| patch_list_page(patch, path, subtree: subtree, after: after, limit: limit) }
    end

    # Returns a page of `patch_list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises MalformedError, PathError.
    # Cost: O(size).
    def patch_list_page(patch, path = "root", subtree: false, after: nil, limit: 1000)
      Library.call(:patch_list, patch, path, Values.flag(subtree, SUBTREE), after, limit).first
    end

    # Reads how to draw any other badge, such as the total over the accounts. No engine is needed.
    #
    # badge:: a NUMBER of 0 is a dot; `reserved` is 0; the revision, the flags and the highlights do not matter
    # style:: nil means all defaults
    #
    # Raises ArgumentError (the badge, or the style), RangeError (of the style).
    def present(badge, style = nil)
      text, record, = Library.call(:present, Values.badge(badge), Values.style(style))
      [record, text]
    end

    # Returns a name as a component of a path, with `\.` and `\\`.
    #
    # Raises PathError (not a component).
    def escape(name)
      Library.call(:path_escape, name).first
    end

    # Returns the parent of a path.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError, NotFoundError (`root` has none).
    def parent(path)
      Library.call(:path_parent, path).first
    end

    # Returns a component of a path, without escapes.
    #
    # path:: `root`, or components separated by dots
    # index:: from 0; `root` is not counted
    #
    # Raises PathError, NotFoundError (beyond the last one).
    def component(path, index)
      Library.call(:path_component, path, index).first
    end
  end
end
