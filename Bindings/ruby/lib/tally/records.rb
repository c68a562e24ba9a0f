# frozen_string_literal: true

module Tally
  # The badge that a path shows, and an entry of a list of them.
  [Badge, BadgeEntry].each do |made|
    made.class_eval do
      # Whether the path shows nothing, a dot, or a number.
      def none?
        kind == KIND_NONE
      end

      def dot?
        kind == KIND_DOT
      end

      def number?
        kind == KIND_NUMBER
      end

      # The number; 0 for a dot or nothing.
      def to_i
        count
      end

      # "dot", the number, or "nothing".
      def shown
        Tally.shown(kind, count)
      end
    end
  end

  class Badge
    alias to_s shown

    # A badge to draw, for Tally.present.
    def self.of(kind, count = 0)
      new(count, 0, 0, Values.constant(kind, :KIND_), 0, 0)
    end
  end

  # A message.
  class Message
    def unseen?
      state == MESSAGE_STATE_UNSEEN
    end

    def read?
      state == MESSAGE_STATE_READ
    end
  end

  def self.shown(kind, count) # :nodoc:
    { KIND_NONE => "nothing", KIND_DOT => "dot" }.fetch(kind) { count.to_s }
  end
end
