# frozen_string_literal: true

module Tally
  # The result of an operation of an item. key: of the message that `post` posted. changed: how many messages `read`
  # changed.
  ItemResult = Struct.new(:status, :key, :changed)

  # Operations on one account, all or nothing, for Engine#batch. An item without an account lets time pass. It can be
  # applied again. For one thread at a time.
  #
  #   items = [Tally::Item.new("ann", id: "1").add("chat.bo", 1), Tally::Item.new("bo").post("in", title: "Hello")]
  #   engine.batch(items, source: "log", position: 7)
  class Item
    TEMPLATE, SIZE, NAMES = Declarations::STRUCTS["tally_item"]
    OPERATION, OPERATION_SIZE, OPERATION_NAMES = Declarations::STRUCTS["tally_item_operation"]
    RESULT = %i[status key changed].map { |name| OPERATION_NAMES.index(name) }
    # The sizes of the rows, for the options of a batch.
    SIZES = { item_size: SIZE, operation_size: OPERATION_SIZE }.freeze # :nodoc:
    private_constant :TEMPLATE, :SIZE, :NAMES, :OPERATION, :OPERATION_SIZE, :OPERATION_NAMES, :RESULT

    # status: OK, ALREADY_APPLIED, or why the item was rejected. results: an ItemResult for each operation.
    attr_reader :account, :id, :time, :status, :results

    # id: a name of its own, so that the item is applied once. time: when it happened.
    def initialize(account = nil, id: nil, time: nil)
      @account, @id, @time = account, id, time
      @status, @results, @operations, @kept = ERROR_NOT_APPLIED, [], [], []
    end

    # One operation of any kind.
    def append(kind, path = nil, value = 0, expiry = nil, id: nil, flags: 0)
      operation(kind, path: path, value: value, until: Values.milliseconds(expiry), id: id, flags: flags)
    end

    def size
      @operations.size
    end

    # The item as the library reads it, and its operations, which `kept` keeps.
    def row(kept) # :nodoc:
      operations = @operations.join
      kept << (address = Fiddle::Pointer[operations])
      [Library.pack("tally_item", { account: @account, id: @id, time: Values.milliseconds(@time),
                                    operations: size.zero? ? nil : address, count: size,
                                    status: ERROR_NOT_APPLIED }, kept), operations]
    end

    # Takes what the library has written into `row`.
    def take(row, operations) # :nodoc:
      @status = row.unpack(TEMPLATE)[NAMES.index(:status)]
      @results = Array.new(operations.bytesize / OPERATION_SIZE) do |index|
        members = operations.byteslice(index * OPERATION_SIZE, OPERATION_SIZE).unpack(OPERATION)
        ItemResult.new(*members.values_at(*RESULT))
      end
    end

    # Items as the library reads them: structures one behind another.
    class Rows # :nodoc:
      attr_reader :bytes

      def initialize(items)
        @items, @kept = items.to_a.dup, []
        rows = @items.map { |item| item.row(@kept) }
        @bytes, @operations = rows.map(&:first).join, rows.map(&:last)
      end

      def size
        @items.size
      end

      def take
        @items.zip(@operations).each_with_index do |(item, operations), index|
          item.take(@bytes.byteslice(index * SIZE, SIZE), operations)
        end
      end
    end
    private_constant :Rows

    # Gives the block the items as the library reads them; afterwards each item has its status.
    def self.during(items) # :nodoc:
      rows = Rows.new(items)
      begin
        yield rows.bytes, rows.size
      ensure
        rows.take
      end
    end

    private

    # An operation that points to a structure of options.
    def structured(kind, member, options, **members)
      address = Fiddle::Pointer[Library.pack("tally_#{member}_options", options, @kept)]
      @kept << address
      operation(kind, **members, member => address)
    end

    def operation(kind, **members)
      @operations << Library.pack("tally_item_operation", { kind: kind, status: ERROR_NOT_APPLIED, **members }, @kept)
      self
    end
  end

  # Accounts and sources, for Engine#import.
  module Import # :nodoc:
    TEMPLATE, SIZE, NAMES = Declarations::STRUCTS["tally_import"]
    STATUS = NAMES.index(:status)

    # Gives the block the imports as the library reads them, and returns the status of each.
    def self.statuses(imports)
      kept = []
      rows = imports.map { |account, snapshot| row(account, snapshot, kept) }
      bytes = rows.join
      yield bytes, rows.size
      Array.new(rows.size) { |index| bytes.byteslice(index * SIZE, SIZE).unpack(TEMPLATE)[STATUS] }
    end

    def self.row(account, snapshot, kept)
      content = snapshot.to_str.dup # Another thread may change the caller's meanwhile.
      kept << (address = Fiddle::Pointer[content])
      Library.pack("tally_import", { account: account, snapshot: address, size: content.bytesize }, kept)
    end
    private_class_method :row
  end
  private_constant :Import
end
