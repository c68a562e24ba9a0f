# frozen_string_literal: true

module Tally
  # Operations on one account, all or nothing, for Engine#batch. An item without an account lets time pass. It can be
  # applied again. For one thread at a time.
  #
  #   items = [Tally::Item.new("ann", id: "1").add("chat.bo", 1), Tally::Item.new("bo").post("in", title: "Hello")]
  #   engine.batch(items, source: "log", position: 7)
  class Item < Operations
    # status: OK, ALREADY_APPLIED, or why the item was rejected.
    attr_reader :account, :id, :time, :status

    # id: a name of its own, so that the item is applied once. time: when it happened.
    def initialize(account = nil, id: nil, time: nil)
      super()
      @account, @id, @time, @status = account, id, time, ERROR_NOT_APPLIED
    end

    # Gives the block the items as the library reads them; afterwards each item has its status.
    def self.during(items) # :nodoc:
      items, kept = items.to_a.dup, []
      rows = Library.rows("tally_item", items.map { |item| item.members(kept) }, kept)
      yield rows, items.size
    ensure
      rows && Library.statuses("tally_item", rows).zip(items) { |status, item| item.take(status) }
    end

    def members(kept) # :nodoc:
      @bytes = nil # A call that fails early leaves the results untouched: they are not those of an earlier call.
      kept << (address = Fiddle::Pointer[bytes])
      { account: @account, id: @id, time: Values.milliseconds(@time), operations: size.zero? ? nil : address,
        count: size, status: ERROR_NOT_APPLIED }
    end

    def take(status) # :nodoc:
      @status = status
    end
  end

  # Structures one behind another, as items and imports are.
  module Library # :nodoc:
    module_function

    def rows(kind, given, kept)
      given.map { |members| pack(kind, members, kept) }.join
    end

    # The status of each of them.
    def statuses(kind, rows)
      template, size, names = LAYOUTS.fetch(kind)
      Array.new(rows.bytesize / size) { |row| rows.byteslice(row * size, size).unpack(template)[names.index(:status)] }
    end

    # Gives the block imports as the library reads them, and returns the status of each.
    def importing(imports)
      kept = []
      given = imports.map do |account, content|
        kept << (address = Fiddle::Pointer[content.to_str.dup]) # Another thread may change the caller's meanwhile.
        { account: account, bytes: address, size: content.bytesize }
      end
      packed = rows("tally_import", given, kept)
      yield packed, given.size
      statuses("tally_import", packed)
    end
  end
end
