# frozen_string_literal: true

module Tally
  # The shared parts of the functions of functions.rb.
  module Library # :nodoc:
    module_function

    MOST_ROWS = 10_000 # The rows that one call writes at most.
    FIRST_ROWS = 1000 # The rows that the first call writes of a list that is wanted whole: most lists are shorter.
    ATTEMPTS = 10 # How often a list is read that is to be of one moment.

    # The functions of the header, by their names without `tally_`.
    def call(name, *arguments)
      Functions.public_send(name, *arguments)
    end

    # The library cannot tell handles of one kind from those of another.
    def box_of(object, needed)
      return object.box if object.is_a?(needed)

      raise ::TypeError, "#{needed} is needed, not #{object.class}"
    end

    # Calls a function by the block, with the handles of boxes, which stay open meanwhile. room: a Buffer, or Rows, that
    # grow until all fits. makes: a new object is returned first, and the next call raises what a callback has raised.
    def invoke(name, *boxes, room: nil, makes: false)
      release_dropped
      function, entered = FUNCTIONS.fetch(name), []
      handles = boxes.map { |box| box&.enter.tap { entered << box if box } }
      status = yield function, *handles
      while status == ERROR_BUFFER_TOO_SMALL && room
        room.grow
        status = yield function, *handles
      end
      raise_errors unless makes && !status.negative?
      raise error(status) if status.negative?

      status
    ensure
      entered&.each(&:leave)
    end

    def page(rows, status)
      rows.records.tap { |list| list.more, list.next = status == MORE, rows.following }
    end

    # A list with a revision is read again if its parts are of several moments. If that does not end, it has the
    # revision of its first part. The block makes a call, with a place and a number of rows.
    def of_one_moment(after, limit, &once)
      results = nil
      ATTEMPTS.times do
        results, revisions = in_pages(after, limit, &once)
        break if revisions.uniq.size == 1
      end
      results
    end

    # A list that continues, call by call, until it has as many rows as are wanted; and what each call gave besides.
    def in_pages(after, limit)
      list, *others, status = yield after, [limit || FIRST_ROWS, MOST_ROWS].min
      list, *others, status = yield after, MOST_ROWS if list.more? && !limit
      revisions = [others]
      while list.more? && (limit.nil? || list.size < limit)
        more, *further, status = yield list.next, limit ? [limit - list.size, MOST_ROWS].min : MOST_ROWS
        revisions << further
        list.concat(more)
        list.more, list.next = more.more, more.next
      end
      [[list, *others, status], revisions]
    end
  end
end
