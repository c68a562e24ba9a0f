# frozen_string_literal: true

module Tally
  # The state of the nodes of a subtree (Account#snapshot). It belongs to no engine and never changes. Any number of
  # threads may use it.
  class Snapshot
    include Library::Handle

    def initialize(handle) # :nodoc:
      own(handle, &Library.releaser("tally_snapshot_release"))
    end

    # Decodes the bytes of `encode`.
    def self.decode(bytes)
      Library.whole { new(Library.call(:snapshot_decode, bytes).first) }
    end

    # Returns the bytes of the snapshot. Equal states give equal bytes.
    def encode
      Library.call(:snapshot_encode, self).first
    end
    alias bytes encode

    # Returns the minimal patch from this snapshot to another one.
    def diff(other)
      Library.call(:snapshot_diff, self, other).first
    end

    # Replaces the contents of the path and its subtree with the snapshot.
    def restore(account, path = "root")
      Library.call(:snapshot_restore, self, account, path)
    end
  end

  class << self
    # Returns the patch that leads back.
    def inverse(patch)
      Library.call(:patch_inverse, patch).first
    end

    # Saves what can be read of a damaged file in a new one.
    def recover(damaged, fresh)
      Library.call(:engine_recover, damaged, fresh).first
    end

    # Computes the partition of an account.
    def account_hash(name, partitions)
      Library.call(:account_hash, name, partitions).first
    end

    # Returns what a mapping makes of a response: a page of the wire format.
    def try_mapping(body, preset: nil, mapping: nil)
      Library.call(:mapping_try, preset, mapping, body).first
    end

    # Returns how to draw a count: the presentation, and the text. kind: KIND_NUMBER and so on.
    def present(kind, count, style = nil)
      text, presentation, = Library.call(:present, kind, count, style&.to_options)
      [presentation, text]
    end

    # The version of the library.
    def version
      Library::FUNCTIONS["tally_version_text"].call.to_s
    end

    # As a number: major * 1,000,000 + minor * 1,000 + patch.
    def version_number
      Library::FUNCTIONS["tally_version"].call
    end

    # The name of a status, "TALLY_ERROR_PATH", or "TALLY_UNKNOWN" for an unknown number.
    def status_name(status)
      Library.status_name(status)
    end

    # An English sentence that describes a status in general.
    def status_message(status)
      Library::FUNCTIONS["tally_status_message"].call(status).to_s
    end

    # Returns a name as a component of a path, with escapes.
    def escape(name)
      Library.call(:path_escape, name).first
    end

    # Returns a path with names below it, which it escapes.
    def join(path, *names)
      names.inject(path) { |above, name| Library.call(:path_join, above, name).first }
    end

    # Returns the parent of a path. NotFoundError: root has none.
    def parent(path)
      Library.call(:path_parent, path).first
    end

    # Returns a component of a path, without escapes. index: from 0.
    def component(path, index)
      Library.call(:path_component, path, index).first
    end
  end
end
