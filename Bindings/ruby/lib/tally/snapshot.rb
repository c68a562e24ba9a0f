# frozen_string_literal: true

module Tally
  # What the nodes of a subtree own themselves (Account#snapshot). It belongs to no engine, never changes, and any
  # number of threads may use it.
  class Snapshot
    include Library::Handle

    def initialize(handle) # :nodoc:
      own(handle, &Library.releaser("tally_snapshot_release"))
    end

    # What `encode` gave.
    def self.decode(bytes)
      Library.whole { new(Library.call(:snapshot_decode, bytes).first) }
    end

    # As bytes: equal states give equal ones.
    def encode
      Library.call(:snapshot_encode, self).first
    end
    alias bytes encode

    # The minimal patch from this one to another.
    def diff(other)
      Library.call(:snapshot_diff, self, other).first
    end

    # Makes the path and all below it own what the snapshot says, and nothing else.
    def restore(account, path = "root")
      Library.call(:snapshot_restore, self, account, path)
    end
  end

  class << self
    # The patch that leads back.
    def inverse(patch)
      Library.call(:patch_inverse, patch).first
    end

    # Salvages what can be read of a damaged file into a new one.
    def recover(damaged, fresh)
      Library.call(:engine_recover, damaged, fresh).first
    end

    # Which of so many partitions an account of this name belongs to.
    def account_hash(name, partitions)
      Library.call(:account_hash, name, partitions).first
    end

    # What a mapping makes of an answer: a page of the wire format.
    def try_mapping(body, preset: nil, mapping: nil)
      Library.call(:mapping_try, preset, mapping, body).first
    end

    # How a count is drawn: the presentation, and the text. kind: KIND_NUMBER and so on.
    def present(kind, count, style = nil)
      text, presentation, = Library.call(:present, kind, count, style&.to_options)
      [presentation, text]
    end

    # The version of the library.
    def version
      Library::FUNCTIONS["tally_version_text"].call.to_s
    end

    # A name as a component of a path.
    def escape(name)
      Library.call(:path_escape, name).first
    end

    # A path and names below it.
    def join(path, *names)
      names.inject(path) { |above, name| Library.call(:path_join, above, name).first }
    end

    # The path above; NotFoundError for root.
    def parent(path)
      Library.call(:path_parent, path).first
    end

    # The index-th component, from 0, without escapes.
    def component(path, index)
      Library.call(:path_component, path, index).first
    end
  end
end
