# frozen_string_literal: true

module Tally
  # The changes since a revision, for programs that poll once a frame. Each call continues after the last one, and uses
  # the same memory. One thread at a time may use it.
  class Changes
    # How far it has read. If `resync?`, set it to the revision of a list.
    attr_accessor :revision

    def initialize(account, since, epoch = 0, capacity = 256) # :nodoc:
      @account, @revision, @epoch, @resync = account, since, epoch, false
      @rows, @reached = Library::Rows.new("tally_badge_entry", nil, capacity), "\0".b * 8
      start unless since
    end

    # Whether the library no longer keeps the changes: list everything, and go on with the list's revision.
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

    # As many as fit, and the status. With MORE, read again.
    def read
      Library.raise_errors # The error of a callback in the last call, whose changes are not lost.
      status = Library.invoke("tally_badge_changes", @account.box, room: @rows, makes: true) do |function, handle|
        function.call(handle, Library.integer(@revision, "Q"), @epoch, @rows.bytes, @reached)
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
