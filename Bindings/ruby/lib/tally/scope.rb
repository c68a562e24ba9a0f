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
        tokens.keys.each { |token| observers.delete(token) }
        Library::FUNCTIONS["tally_scope_close"].call(handle)
      end
    end

    # Removes an observer, unbinds a widget or ends a view; one that was added twice stays until it is removed twice.
    # A block that runs on another thread may still be running.
    def unobserve(token)
      Library.call(:unobserve, self, token)
      return if (@tokens[token] = @tokens.fetch(token, 1) - 1).positive?

      engine.observers.delete(token)
      @tokens.delete(token)
    end

    # Binds a widget: an object with show_dot, show_number, show_icon and hide, which take the path, the presentation
    # and a text. Events WIDGET say when to draw.
    def bind(account, path, widget)
      functions = %i[show_dot show_number show_icon hide].to_h { |name| [name, engine.widget_function] }
      Callbacks::OBJECTS[widget.object_id] = widget
      draw = lambda do |event|
        next event.draw.call(event) if event.draw

        presentation, text = account.present(event.text)
        widget.public_send(Event::SHOWN.fetch(presentation.kind), event.text, presentation, text)
      end
      registered(draw) do
        Library.call(:widget_bind, self, account, path, functions, Fiddle::Pointer.new(widget.object_id), nil).first
      end
    end

    # Reports that the user looks at a path. It is cleared whenever something lights it, until `end_view` with the
    # token. Returns the token, and HELD if a child still lights it.
    def begin_view(account, path)
      Library.call(:view_begin, self, account, path, 0)
    end

    def end_view(token)
      Library.call(:view_end, self, token)
    end

    private

    # The callback tells the library which block this is: the same block is one observer.
    def observing(block, name, *arguments)
      return Library.call(name, self, *arguments, nil, nil, nil).first unless block

      callback = [engine.event_function, Fiddle::Pointer.new(block.object_id), nil]
      observer = block
      if General::KINDS.key?(name)
        observer = General.new(name, arguments.first, block)
        Callbacks::OBJECTS[block.object_id] = block
      end
      registered(observer) { Library.call(name, self, *arguments, *callback).first }
    end

    def registered(observer, &call)
      engine.register(observer, &call).tap { |token| @tokens[token] = @tokens.fetch(token, 0) + 1 }
    end
  end
end
