# frozen_string_literal: true

module Tally
  # Observers, views and widgets of any accounts. Their blocks run inside `dispatch`, `next_event` and `step` of their
  # engine, on the thread that called them.
  class Scope
    include Library::Handle
    attr_reader :engine

    def initialize(engine, handle) # :nodoc:
      @engine, @tokens = engine, {}
      own(handle, &self.class.releaser(@tokens, engine.observers))
    end

    def close # :nodoc:
      engine.forget_scope(self)
      super
    end

    def self.releaser(tokens, observers) # :nodoc:
      lambda do |handle|
        tokens.values.flatten.each { |number| observers.forget(number) }
        tokens.clear
        Library::FUNCTIONS["tally_scope_close"].call(handle)
      end
    end

    # Removes an observer, unbinds a widget or ends a view; one that was added twice stays until it is removed twice.
    # A block that runs on another thread may still be running.
    def unobserve(token)
      Library.call(:unobserve, self, token)
      number, *others = @tokens.delete(token)
      @tokens[token] = others unless others.empty?
      engine.observers.forget(number)
    end

    # Binds a widget: an object with show_dot, show_number, show_icon and hide, which take the path, the presentation
    # and a text. Events WIDGET say when it was drawn.
    def bind(account, path, widget)
      functions = Callbacks::SHOWN.values.to_h { |name| [name, Callbacks.widget] }
      registered(widget) { |number| Library.call(:widget_bind, self, account, path, functions, number, nil).first }
    end

    # Reports that the user looks at a path. It is cleared whenever something lights it, until `end_view` with the
    # token. Returns the token, and HELD if a child still lights it.
    #
    # subtree:: so is everything below it
    # read:: messages are marked read, not only seen
    def begin_view(account, path, subtree: false, read: false)
      Library.call(:view_begin, self, account, path, Values.flag(subtree, SUBTREE) | Values.flag(read, VIEW_READ))
    end

    def end_view(token)
      Library.call(:view_end, self, token)
    end

    private

    def observing(block, name, *arguments)
      return Library.call(name, self, *arguments, nil, nil, nil).first unless block

      registered(block) { |number| Library.call(name, self, *arguments, Callbacks.event, number, nil).first }
    end

    def registered(observer, &call)
      engine.observers.keep(observer, &call).tap { |token| (@tokens[token] ||= []) << observer.object_id }
    end
  end
end
