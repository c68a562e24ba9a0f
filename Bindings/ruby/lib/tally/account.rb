# frozen_string_literal: true

module Tally
  # An account, with its own tree of badges, feeds and messages. Closing it, or dropping the last reference, releases
  # the handle. The account stays open in the engine.
  class Account
    include Library::Handle
    attr_reader :engine, :name

    def initialize(engine, name, handle) # :nodoc:
      @engine = engine
      own(handle, &Library.releaser("tally_account_release"))
      @name = name || state.name # An account that was found by its identifier.
    end

    # Reads the badge of a path, as `get`.
    def [](path)
      get(path)
    end

    # Returns what changes after a revision. Default: after now.
    def changes(since = nil, epoch: 0, capacity: 256)
      Changes.new(self, since, epoch, capacity)
    end

    # Applies a batch, all or none. With a source or an id it is applied once: a repeated batch returns ALREADY_APPLIED.
    # each: performs each operation on its own, which is the fastest way to change many badges by their nodes. The call
    # raises the error of the first rejected one, after the others were performed.
    def batch(batch, each: false, source: nil, epoch: 0, position: 0, id: nil)
      options = { flags: Values.flag(each, BATCH_EACH), source: source, epoch: epoch, position: position, id: id }
      revision, status = call(:badge_batch, batch.bytes, batch.size, options)
      BatchResult.new(status, revision)
    end

    # Resolves a path, so that operations need not look it up again.
    def node(path)
      Library.whole { Node.new(self, call(:node_resolve, path).first) }
    end

    # --- Groups of methods ---

    def feeds
      Feeds.new(self)
    end

    def messages
      Messages.new(self)
    end

    def groups
      Groups.new(self)
    end

    def outbox
      Outbox.new(self)
    end

    def reminders
      Reminders.new(self)
    end

    def call(name, *arguments) # :nodoc:
      Library.call(name, self, *arguments)
    end
  end

  # A resolved path. It has the methods of its account, without the path.
  class Node
    include Library::Handle
    attr_reader :account, :number

    def initialize(account, number) # :nodoc:
      @account, @number = account, number
      own(number, &self.class.releaser(account.box))
    end

    # The account's handle lives until its nodes are released.
    def self.releaser(owner) # :nodoc:
      handle = owner.enter
      lambda do |number|
        Library::FUNCTIONS["tally_node_release"].call(handle, number)
        owner.leave
      end
    end

    private

    def call(name, *arguments)
      raise Library.error(ERROR_STALE_HANDLE, "this Node was closed") if closed?

      Library.call(name, account, number, *arguments)
    end
  end
end
