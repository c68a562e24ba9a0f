# frozen_string_literal: true

module Tally
  # An account: a tree of badges, feeds and messages of its own. Closing it, or dropping the last reference, gives the
  # handle back; the account stays in the engine.
  class Account
    include Library::Handle
    attr_reader :engine, :name

    def initialize(engine, name, handle) # :nodoc:
      @engine, @name = engine, name
      own(handle, &Library.releaser("tally_account_release"))
    end

    def inspect
      "#<Tally::Account #{name.inspect}>"
    end

    # token: what its feeds may send from now on.
    def log_in(token = nil)
      call(:account_log_in, token)
    end

    def log_out
      call(:account_log_out)
    end

    def state
      name, state, = call(:account_get)
      state.tap { state.name = name }
    end

    # All that belongs to the account, as bytes, for Engine#import_account.
    def export_account
      call(:account_export).first
    end

    # Recounts the whole tree; raises InternalError with the first path that is wrong.
    def verify
      call(:account_verify)
    end

    # Sets the node's own badge to a count; 0 takes it away. expiry: when it goes by itself.
    def set(path, count, expiry = nil)
      expiry ? call(:badge_set_until, path, count, Values.milliseconds(expiry)) : call(:badge_set, path, count)
    end

    def dot(path, expiry = nil)
      expiry ? call(:badge_dot_until, path, Values.milliseconds(expiry)) : call(:badge_dot, path)
    end

    def add(path, delta)
      call(:badge_add, path, delta)
    end

    # As when the user has looked: OK, or HELD: a child still lights it.
    def clear(path)
      call(:badge_clear, path)
    end

    # Takes away the badges of the node and of everything below it.
    def clear_tree(path)
      call(:badge_clear_tree, path)
    end

    # What a node keeps from its parent: MUTE_NONE, MUTE_NUMBER, MUTE_ALL.
    def mute(path, mode, expiry = nil)
      call(:badge_mute, path, mode, Values.milliseconds(expiry))
    end

    # What a path shows.
    def get(path)
      call(:badge_get, path).first
    end
    alias [] get

    # The nodes below that show a badge, or are muted (subtree: with the path itself).
    def list(path = "root", subtree: false)
      entries, revision, = call(:badge_list, path, Values.flag(subtree, LIST_SUBTREE), nil, nil)
      entries.tap { entries.revision = revision }
    end

    # What changes from a revision on, from now where it is not given.
    def changes(since = nil, epoch: 0, capacity: 256)
      Changes.new(self, since, epoch, capacity)
    end

    # Why a path shows what it shows.
    def explain(path)
      call(:badge_explain, path, 0, nil).first
    end

    def digest(path = "root")
      call(:badge_digest, path).first
    end

    # Applies a batch, all or nothing. With a source or an id it counts once: ALREADY_APPLIED.
    def batch(batch, source: nil, epoch: 0, position: 0, id: nil)
      options = { source: source, epoch: epoch, position: position, id: id }
      options = nil if options == { source: nil, epoch: 0, position: 0, id: nil }
      revision, status = call(:badge_batch, batch.bytes, batch.size, options)
      BatchAnswer.new(status, revision)
    end

    # How far a source has been applied: the epoch and the position of its last batch.
    def batch_position(source)
      call(:batch_position, source).first(2)
    end

    # Resolves a path once, to be operated on without its text.
    def node(path)
      Library.whole { Node.new(self, call(:node_resolve, path).first) }
    end

    # --- Snapshots and patches ---

    # What the nodes of a subtree own themselves.
    def snapshot(path = "root")
      Library.whole { Snapshot.new(call(:snapshot_take, path).first) }
    end

    # The minimal patch from this subtree to another one, of the same engine.
    def diff(path, to, to_path)
      call(:badge_diff, path, to, to_path).first
    end

    # Applies a patch; ConflictError: what is there is not what it begins with.
    def apply(path, patch, overwrite: false)
      call(:badge_apply, path, patch, Values.flag(overwrite, APPLY_OVERWRITE))
    end

    # --- Presentation ---

    # nil takes the path's style away.
    def set_style(path, style)
      call(:style_set, path, style&.to_options)
    end

    # The style of the path itself, nothing inherited.
    def style(path)
      icon, bytes, = call(:style_get, path)
      Style.of(bytes, icon)
    end

    # How a path is to be drawn, and the text: the number, capped, or the icon's name.
    def present(path)
      text, presentation, = call(:badge_present, path)
      [presentation, text]
    end

    def push(payload)
      call(:push, payload)
    end

    # The path whose badge a push's number for the icon is.
    def push_badge_path(path)
      call(:push_badge_path, path)
    end

    # --- Rooms of their own ---

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

  # A path that was resolved: its account's methods without the path.
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

    def path
      call(:node_path).first
    end

    def get
      call(:node_get).first
    end

    def set(count, expiry = nil)
      expiry ? call(:node_set_until, count, Values.milliseconds(expiry)) : call(:node_set, count)
    end

    def dot(expiry = nil)
      expiry ? call(:node_dot_until, Values.milliseconds(expiry)) : call(:node_dot)
    end

    def add(delta)
      call(:node_add, delta)
    end

    def clear
      call(:node_clear)
    end

    def clear_tree
      call(:node_clear_tree)
    end

    def mute(mode, expiry = nil)
      call(:node_mute, mode, Values.milliseconds(expiry))
    end

    private

    def call(name, *arguments)
      raise Library.error(ERROR_STALE_HANDLE, "this Node was closed") if closed?

      Library.call(name, account, number, *arguments)
    end
  end
end
