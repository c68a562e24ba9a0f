# frozen_string_literal: true

module Tally
  # Handles that anybody may drop.
  #
  # Finalizers run anywhere, also in a clock's function, where the library must not be called; so what was collected is
  # put down, and released by the next call.
  module Library # :nodoc:
    module_function

    # Owns a handle, and counts its users: its object, the calls in progress, and the objects that belong to it. The
    # last user releases it.
    class Box
      attr_reader :handle

      def initialize(handle, what, &release)
        @handle, @what, @release, @users, @lock = handle, what, release, 1, Mutex.new
        @left = ConditionVariable.new
      end

      def enter
        @lock.synchronize do
          raise Library.error(ERROR_CLOSED, "this #{@what} was closed") if @users.zero? || closing?

          @users += 1
        end
        @handle
      end

      def leave
        last = @lock.synchronize do
          @users -= 1
          @left.broadcast
          @users.zero?
        end
        @release.call(@handle) if last
      end

      private

      # A forked child does not have the thread that is closing it in the parent.
      def closing?
        @closing && @closing == Process.pid
      end
    end

    # An engine's box. If closing fails, nothing changes.
    class EngineBox < Box
      def initialize(...)
        super
        @threads = Hash.new(0)
      end

      def enter
        super.tap { @threads[Thread.current] += 1 }
      end

      def leave
        @threads.delete(Thread.current) if @threads.key?(Thread.current) && (@threads[Thread.current] -= 1).zero?
        super
      end

      # Raises if it was closed, or another thread is closing it.
      def check
        raise Library.error(ERROR_CLOSED, "this #{@what} was closed") if closing? || @users.zero?
      end

      # Waits until nobody else uses it, and closes it by the block, which returns a status. `wake` wakes the threads
      # that wait in a call. Returns nil if it was closed, or another thread is closing it.
      def close(wake, &block)
        if @threads.key?(Thread.current)
          raise Library.error(ERROR_THREAD, "an engine cannot be closed inside a callback")
        end
        return unless @lock.synchronize { closing? || @users.zero? ? false : @closing = Process.pid }

        drain_and_close(wake, &block)
      end

      private

      def drain_and_close(wake)
        if wake # After fork the threads that used it are gone.
          wake.call
          @lock.synchronize { @left.wait(@lock) while @users > 1 }
        end
        status = yield @handle
        @users = 0 unless status == ERROR_THREAD # With any other error it is closed all the same.
        status
      ensure
        @closing = nil
      end
    end

    DROPPED = Thread::Queue.new

    def drop(box)
      proc { DROPPED << box }
    end

    def release_dropped
      DROPPED.size.times { Thread.current[:tally_inside] ? break : DROPPED.pop(true).leave }
    rescue ::ThreadError # Another thread was quicker.
      nil
    end

    # An object with a handle. It can be closed, more than once, and may be collected in any order.
    module Handle
      # Releases the handle. Later calls raise ClosedError; closing again does nothing.
      def close
        box, @box = @box, nil
        @closed = true
        return unless box

        ObjectSpace.undefine_finalizer(self)
        box.leave
        Library.release_dropped
      end

      def closed?
        @closed ? true : false
      end

      def inspect
        "#<#{self.class}#{" #{name.inspect}" if respond_to?(:name)}#{' closed' if closed?}>"
      end

      def box # :nodoc:
        @box or raise Library.error(ERROR_CLOSED, "this #{self.class.name.split('::').last} was closed")
      end

      private

      def own(handle, kind = Box, &release)
        @box = kind.new(handle, self.class.name.split("::").last, &release)
        ObjectSpace.define_finalizer(self, Library.drop(@box))
      end
    end

    # Returns a block that releases a handle by a function of the library. A block refers to the object in which it was
    # created. So this one is created here: otherwise its object would never be collected.
    def releaser(name)
      ->(handle) { FUNCTIONS[name].call(handle) }
    end

    # Returns an object; or, with a block, what the block returns, and closes the object afterwards.
    def closing(object)
      return object unless block_given?

      begin
        yield object
      ensure
        object.close
      end
    end

    # Keeps other threads from raising an exception between the library's call and the end of the block.
    def whole(&block)
      Thread.handle_interrupt(Object => :never, &block)
    end
  end
end
