# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Node
    # Returns the path of a node. It begins with `root`.
    def path
      call(:node_get_path).first
    end

    # Sets the node's own badge to `count`: see `Account#set`.
    #
    # expiry:: when the badge ends; nil: it does not
    #
    # Raises LimitError, RangeError.
    def set(count, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      expiry ? call(:node_set_until, count, Values.milliseconds(expiry)) : call(:node_set, count)
      nil
    end

    # Sets the node's own badge to a dot.
    #
    # expiry:: when the badge ends; nil: it does not
    #
    # Raises LimitError.
    def dot(expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      expiry ? call(:node_dot_until, Values.milliseconds(expiry)) : call(:node_dot)
      nil
    end

    # Adds to the node's own count: see `Account#add`.
    #
    # Raises LimitError, RangeError.
    def add(delta)
      call(:node_add, delta)
      nil
    end

    # Clears the badge of a node: see `Account#clear`.
    #
    # Returns OK or HELD.
    # Raises LimitError, IOError, FullError.
    def clear
      call(:node_clear)
    end

    # Clears a whole subtree: see `Account#clear_tree`.
    #
    # Returns OK or HELD.
    # Raises LimitError, IOError, FullError.
    def clear_tree
      call(:node_clear_tree)
    end

    # Mutes a node: see `Account#mute`.
    #
    # expiry:: when it ends; nil: it does not
    #
    # Raises LimitError, ArgumentError (an unknown mode), RangeError.
    def mute(mode, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      call(:node_mute, Values.constant(mode, :MUTE_), Values.milliseconds(expiry))
      nil
    end

    # Reads what a node shows: see `Account#get`.
    def get
      call(:node_get).first
    end
  end
end
