# frozen_string_literal: true

module Tally
  # Operations on nodes that are performed each on its own: one that is rejected does not stop the others. The fastest
  # way to change many badges. It can be applied again. For one thread at a time.
  #
  #   batch = Tally::NodeBatch.new.add(chat, 1).get(chat)
  #   account.apply_nodes(batch)
  #   batch.results.last.count
  class NodeBatch
    TEMPLATE, SIZE, = Declarations::STRUCTS["tally_node_operation"]
    private_constant :TEMPLATE, :SIZE

    def initialize
      @rows, @nodes = [], [] # The nodes are kept as long as the batch refers to them.
    end

    # One operation. value: the count, the delta or the mute. A mute has no end here.
    def append(kind, node, value = 0)
      raise ::TypeError, "a Node is needed, not #{node.class}" unless node.is_a?(Node)

      @rows << [node.number, Library.integer(value, "int64_t"), Library.integer(kind, "int32_t"), OK]
      @nodes << node
      @bytes = nil
      self
    end

    def size
      @rows.size
    end

    # The result of each operation when the batch was applied last.
    def results
      return [] unless @bytes

      Array.new(size) do |row|
        _, value, kind, status = @bytes.byteslice(row * SIZE, SIZE).unpack(TEMPLATE)
        shown = kind == OP_GET && status == OK ? value : -1
        OperationResult.new(status, [shown, 0].max, shown.positive? ? KIND_NUMBER : shown.zero? ? KIND_DOT : KIND_NONE)
      end
    end

    def bytes # :nodoc:
      @bytes = @rows.flatten.pack(TEMPLATE * size)
    end
  end
end
