# frozen_string_literal: true

module Tally
  # The blocks and widgets that observe, by the numbers that the library passes to callbacks. The same block has the
  # same number, so the library knows an observer that is added twice. Each is kept until it is forgotten as often.
  class Observers # :nodoc:
    def initialize
      @known, @lock = {}, Mutex.new
    end

    # Keeps an object, and gives the block its number, as user_data. If the block raises, the object is forgotten. An
    # event may come before the block returns.
    def keep(object)
      number = object.object_id
      @lock.synchronize { (@known[number] ||= [object, 0])[1] += 1 }
      result = nil
      Library.whole { result = yield Fiddle::Pointer.new(number) }
    ensure
      forget(number) unless result
    end

    def forget(number)
      @lock.synchronize do
        known = @known[number]
        @known.delete(number) if known && (known[1] -= 1).zero?
      end
    end

    def [](number)
      @known[number]&.first
    end

    def clear
      @known.clear
    end

    def size
      @known.size
    end

    def empty?
      @known.empty?
    end
  end
  private_constant :Observers
end
