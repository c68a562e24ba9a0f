# frozen_string_literal: true

module Tally
  # An account, with its own tree of badges, feeds and messages. Closing it, or dropping the last reference, releases
  # the handle. The account stays open in the engine.
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

    # Logs in: the feeds may send requests. token: sent as a bearer token to the server of the first feed.
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

    # Returns everything that is stored for the account, for Engine#import_account.
    def export_account
      call(:account_export).first
    end

    # Recounts the whole tree. Raises InternalError, which names the first wrong path.
    def verify
      call(:account_verify)
    end

    # Sets the node's own badge to a count. 0 removes the badge. expiry: when the badge ends.
    def set(path, count, expiry = nil)
      expiry ? call(:badge_set_until, path, count, Values.milliseconds(expiry)) : call(:badge_set, path, count)
    end

    def dot(path, expiry = nil)
      expiry ? call(:badge_dot_until, path, Values.milliseconds(expiry)) : call(:badge_dot, path)
    end

    def add(path, delta)
      call(:badge_add, path, delta)
    end

    # Clears the badge, as when the user has looked. Returns OK, or HELD if a child still lights it.
    def clear(path)
      call(:badge_clear, path)
    end

    # Clears the badges of the node and of everything below it.
    def clear_tree(path)
      call(:badge_clear_tree, path)
    end

    # Mutes a node: MUTE_NONE, MUTE_NUMBER or MUTE_ALL says what it does not contribute to its parent.
    def mute(path, mode, expiry = nil)
      call(:badge_mute, path, mode, Values.milliseconds(expiry))
    end

    # Reads what a path shows.
    def get(path)
      call(:badge_get, path).first
    end
    alias [] get

    # Lists the nodes below that show a badge or are muted (subtree: also the path itself).
    def list(path = "root", subtree: false)
      list_page(path, subtree: subtree, limit: nil)
    end

    # Lists at most `limit` rows of `list`, after a path. Pages with the same `revision` are of one moment.
    def list_page(path = "root", subtree: false, after: nil, limit: 1000)
      entries, revision, = call(:badge_list, path, Values.flag(subtree, SUBTREE), after, limit)
      entries.tap { entries.revision = revision }
    end

    # Returns what changes after a revision. Default: after now.
    def changes(since = nil, epoch: 0, capacity: 256)
      Changes.new(self, since, epoch, capacity)
    end

    # Explains why a path shows what it shows.
    def explain(path)
      call(:badge_explain, path, 0, nil).first
    end

    def digest(path = "root")
      call(:badge_digest, path).first
    end

    # Applies a batch, all or none. With a source or an id it is applied once: a repeated batch returns ALREADY_APPLIED.
    def batch(batch, source: nil, epoch: 0, position: 0, id: nil)
      options = { source: source, epoch: epoch, position: position, id: id }
      options = nil if options == { source: nil, epoch: 0, position: 0, id: nil }
      revision, status = call(:badge_batch, batch.bytes, batch.size, options)
      BatchAnswer.new(status, revision)
    end

    # Performs the operations of a NodeBatch, each on its own. Raises the error of the first rejected one, after the
    # others were performed.
    def apply_nodes(batch)
      call(:node_apply, batch.bytes, batch.size)
      nil
    end

    # Reads the epoch and the position of the last batch of a source.
    def batch_position(source)
      call(:batch_position, source).first(2)
    end

    # Resolves a path, so that operations need not look it up again.
    def node(path)
      Library.whole { Node.new(self, call(:node_resolve, path).first) }
    end

    # --- Snapshots and patches ---

    # Takes a snapshot of what the nodes of a subtree own.
    def snapshot(path = "root")
      Library.whole { Snapshot.new(call(:snapshot_take, path).first) }
    end

    # Returns the minimal patch from this subtree to another one of the same engine.
    def diff(path, to, to_path)
      call(:badge_diff, path, to, to_path).first
    end

    # Applies a patch. ConflictError: the nodes are not in the state that the patch begins with.
    def apply(path, patch, overwrite: false)
      call(:badge_apply, path, patch, Values.flag(overwrite, APPLY_OVERWRITE))
    end

    # --- Presentation ---

    # Replaces the style of a path. nil removes it.
    def set_style(path, style)
      call(:style_set, path, style&.to_options)
    end

    # Reads the style of the path itself, without what it inherits.
    def style(path)
      icon, bytes, = call(:style_get, path)
      Style.of(bytes, icon)
    end

    # Returns how to draw a path, and the text: the capped number, or the icon's name.
    def present(path)
      text, presentation, = call(:badge_present, path)
      [presentation, text]
    end

    def push(payload)
      call(:push, payload)
    end

    # Sets the path whose badge follows the number for the icon in pushes.
    def push_badge_path(path)
      call(:push_badge_path, path)
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
