# frozen_string_literal: true

module Tally
  # The state of the nodes of a subtree (Account#snapshot). It belongs to no engine and never changes. Any number of
  # threads may use it.
  class Snapshot
    include Library::Handle

    def initialize(handle) # :nodoc:
      own(handle, &Library.releaser("tally_snapshot_release"))
    end

    # Returns the bytes of the snapshot, as `encode`.
    def bytes
      encode
    end
  end

  class << self
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

    # Returns a path with names below it, which it escapes.
    def join(path, *names)
      names.inject(path) { |above, name| Library.call(:path_join, above, name).first }
    end
  end
end
