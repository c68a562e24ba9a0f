# frozen_string_literal: true

module Tally
  # What changed since a revision, for programs that ask once a frame: each time behind the last one, into the same
  # memory. For one thread at a time.
  class Changes
    # How far it has read; set it to that of a list, where `resync?`.
    attr_accessor :revision

    def initialize(account, since, epoch = 0, capacity = 256) # :nodoc:
      @account, @revision, @epoch, @resync = account, since, epoch, false
      @rows, @reached = Library::Rows.new("tally_badge_entry", nil, capacity), "\0".b * 8
      start unless since
    end

    # What was asked for is no longer kept: list everything, and go on with its revision.
    def resync?
      @resync
    end

    # The nodes whose badge changed, each once, in no particular order, with what they show now.
    def poll
      changed, status = read
      while status == MORE
        more, status = read
        changed.concat(more)
      end
      changed
    end

    # As much as there is room for, and the status: MORE: read on.
    def read
      Library.release_dropped
      Library.raise_errors # What a callback raised in the last call: that one's changes are not lost.
      status = @account.box.use do |handle|
        loop do
          answer = Library::FUNCTIONS["tally_badge_changes"].call(
            handle, Library.integer(@revision, "uint64_t"), @epoch, @rows.bytes, @reached
          )
          break answer unless answer == ERROR_BUFFER_TOO_SMALL

          @rows.grow(2)
        end.tap { |answer| raise Library.error(answer) if answer.negative? }
      end
      @resync = status == RESYNC
      return [[], status] if @resync

      @revision = @reached.unpack1("Q")
      [@rows.records, status]
    end

    private

    # From now on. The library keeps changes from the first call on, so this is it; what changed on another thread just
    # before it is not kept, and then the revision is read again.
    def start
      2.times do
        now = @revision = @account.state.revision
        read
        @revision = now
        break unless @resync
      end
    end
  end
end
