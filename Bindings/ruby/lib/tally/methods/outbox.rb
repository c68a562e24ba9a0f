# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Outbox < Room
    # Gives out rows that are due, in order, as many as fit.
    #
    # duration:: how long nobody else gets the rows: 1 ms to 86,400,000 ms
    # limit:: the largest number of rows
    #
    # Nobody else gets them for `duration` milliseconds (1 to 86,400,000). A row whose result is not reported by then
    # goes to the next caller. The account may be logged out. The host chooses the credential.
    #
    # Raises RangeError, IOError, FullError.
    def lease(duration, limit = 100)
      Library.leased(limit) { |rest| call(:outbox_lease, duration, rest) }
    end

    # Reports that the server has taken a row, and removes it, also if its lease has ended.
    #
    # id:: its identifier
    # response:: its body
    #
    # If it is a page, its states of known messages are merged; it adds and removes none. Other bodies are ignored.
    #
    # Returns OK, or ALREADY_APPLIED if the row was already removed.
    # Raises NotFoundError (there was never such a row), ConflictError (it was never given out), IOError, FullError.
    def ack(id, response = nil)
      call(:outbox_ack, id, response)
    end

    # Reports that the server has not taken a row.
    #
    # id:: its identifier
    # attempt:: as it was given out
    # retry_after:: the time until it may be given out again, 0 ms to 86,400,000 ms; -1: it has failed for good
    #
    # Returns OK, or ALREADY_APPLIED if the row was already removed.
    # Raises RangeError, NotFoundError, ConflictError (this is not its last attempt), IOError, FullError.
    def fail(id, attempt, retry_after = -1)
      call(:outbox_fail, id, attempt, retry_after)
    end

    # Lists rows in order, and gives nothing out. A lease that has ended is listed until the row is given out again.
    #
    # Raises IOError, CorruptError.
    def list
      Pages.new { |after, limit| page(after: after, limit: limit) }
    end

    # Returns a page of `list`.
    #
    # follow:: whether `next` is also set at the end of the list, to continue with rows that are added later
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises IOError, CorruptError.
    def page(follow: false, after: nil, limit: 1000)
      call(:outbox_list, Values.flag(follow, LIST_FOLLOW), after, limit).first
    end

    # Counts the rows.
    #
    # Raises IOError, CorruptError.
    # Cost: O(rows).
    def counts
      call(:outbox_get_counts).first
    end

    # Makes a row that waits or has failed for good due immediately. The library's own wait after failures ends too,
    # but not a server's.
    #
    # id:: its identifier
    #
    # Returns 1, or 0 if it is another row.
    # Raises ArgumentError (id is not positive), IOError, FullError.
    def retry(id)
      call(:outbox_retry, id).first
    end

    # Makes every row that waits or has failed for good due immediately, as `Outbox#retry` does for one.
    #
    # Returns how many rows.
    # Raises IOError, FullError.
    # Cost: O(rows).
    def retry_all
      call(:outbox_retry_all).first
    end

    # Removes a row that has failed for good.
    #
    # id:: its identifier
    #
    # Returns 1, or 0 if it is another row.
    # Raises ArgumentError (id is not positive), IOError, FullError.
    def remove(id)
      call(:outbox_remove, id).first
    end

    # Removes every row that has failed for good.
    #
    # Returns how many.
    # Raises IOError, FullError.
    # Cost: O(rows).
    def remove_failed
      call(:outbox_remove_failed).first
    end
  end
end
