# frozen_string_literal: true

module Tally
  # status: OK, or why the operation was rejected. badge_kind, count: of GET. key: of the message that `post` posted.
  # changed: how many messages `read` changed.
  OperationResult = Struct.new(*Declarations::RESULTS)

  # Operations in order, which can be applied again. Paths are written down once. For one thread at a time.
  class Operations
    TEMPLATE, SIZE, NAMES = Declarations::STRUCTS["tally_operation"]
    WIDTH = NAMES.size
    RESULTS = Declarations::RESULTS.map { |name| NAMES.index(name) }
    KIND, STATUS, FLAGS, NODE, PATH, VALUE, UNTIL, ID =
      %i[kind status flags node path value until id].map { |name| NAMES.index(name) }
    LIMITS = (-2**63..2**63 - 1).freeze
    private_constant :TEMPLATE, :SIZE, :NAMES, :WIDTH, :RESULTS, :LIMITS
    private_constant :KIND, :STATUS, :FLAGS, :NODE, :PATH, :VALUE, :UNTIL, :ID

    def initialize
      @members, @offsets, @paths, @known, @bytes = [], [], +"".b, {}, nil
      @kept = [] # Nodes, texts and options, as long as the operations refer to them.
    end

    # Appends an operation of any kind. where: a path or a Node. value: the count, the delta or the mute. Options of a
    # message or a reminder are a Hash.
    def append(kind, where = nil, value = 0, expiry = nil, id: nil, flags: 0, **options)
      row = Array.new(WIDTH, 0)
      row[KIND], row[STATUS], row[FLAGS] = Library.integer(kind, "l"), ERROR_NOT_APPLIED, flags
      row[VALUE], row[UNTIL] = check(value), check(Values.milliseconds(expiry))
      row[NODE] = where.tap { |node| @kept << node }.number if where.is_a?(Node)
      row[ID] = Library.pointer(id, @kept) if id
      options.each do |name, members|
        @kept << (address = Fiddle::Pointer[Library.pack("tally_#{name}_options", members, @kept)])
        row[NAMES.index(name)] = address.to_i
      end
      @offsets << (where.nil? || where.is_a?(Node) ? nil : @known[where] ||= intern(where))
      @members.concat(row)
      @bytes = nil
      self
    end

    def size
      @offsets.size
    end

    # An OperationResult for each operation when they were last applied, also if some were rejected.
    def results
      return [] unless @bytes

      Array.new(size) do |row|
        OperationResult.new(*@bytes.byteslice(row * SIZE, SIZE).unpack(TEMPLATE).values_at(*RESULTS))
      end
    end

    # The operations as the library reads them and writes their results.
    def bytes # :nodoc:
      @bytes ||= begin
        @address = Fiddle::Pointer[@paths]
        first, position = @address.to_i, PATH - WIDTH
        @offsets.each { |offset| @members[position += WIDTH] = offset ? first + offset : 0 }
        @members.pack(TEMPLATE * size)
      end
    end

    private

    def check(value)
      return value if value.is_a?(Integer) && LIMITS.cover?(value)

      Library.integer(value, "q")
    end

    def intern(path)
      offset = @paths.bytesize
      @paths << Library.text(path).b
      offset
    end
  end
end
