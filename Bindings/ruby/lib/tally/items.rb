# frozen_string_literal: true

module Tally
  # The result of an operation of an item. key: of the message that `post` posted. changed: how many messages `read`
  # changed.
  ItemResult = Struct.new(:status, :key, :changed)
  # How far a source was applied: the epoch and the position of its last batch, and the time of its last item.
  SourcePosition = Struct.new(:epoch, :position, :time)

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

    def set(path, count, expiry = nil)
      append(OP_SET, path, count, expiry)
    end

    def dot(path, expiry = nil)
      append(OP_DOT, path, 0, expiry)
    end

    def add(path, delta)
      append(OP_ADD, path, delta)
    end

    def clear(path)
      append(OP_CLEAR, path)
    end

    def clear_tree(path)
      append(OP_CLEAR_TREE, path)
    end

    def mute(path, mode, expiry = nil)
      append(OP_MUTE, path, mode, expiry)
    end

    # Posts a message, with the options of Messages#post.
    def post(path, **options)
      operation(OP_POST, path: path, message: structure("tally_message_options", Messages.given(**options)))
    end

    # Removes the message that was posted with an id.
    def withdraw(id)
      append(OP_WITHDRAW, id: id)
    end

    # Marks the messages at a path read.
    def read(path, subtree: false)
      append(OP_READ, path, flags: Values.flag(subtree, SUBTREE))
    end

    # Enters a reminder, with the options of Reminders#put.
    def put_reminder(id, **options)
      reminder(OP_REMINDER_PUT, id, options)
    end

    def edit_reminder(id, **options)
      reminder(OP_REMINDER_EDIT, id, options)
    end

    def reminder_done(id)
      append(OP_REMINDER_DONE, id: id)
    end

    def reminder_undone(id)
      append(OP_REMINDER_UNDONE, id: id)
    end

    def remove_reminder(id)
      append(OP_REMINDER_REMOVE, id: id)
    end

    def snooze_reminder(id, time)
      append(OP_REMINDER_SNOOZE, nil, 0, time, id: id)
    end

    def acknowledge_reminder(id)
      append(OP_REMINDER_ACKNOWLEDGE, id: id)
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

    def reminder(kind, id, options)
      operation(kind, id: id, reminder: structure("tally_reminder_options", Reminders.given(options)))
    end

    # A structure that an operation points to.
    def structure(name, members)
      Fiddle::Pointer[Library.pack(name, members, @kept)].tap { |address| @kept << address }
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
