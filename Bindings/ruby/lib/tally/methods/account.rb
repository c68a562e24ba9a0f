# frozen_string_literal: true

# Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

module Tally
  class Account
    # Gives the account a credential for one server, or replaces it.
    #
    # url:: one of the server's; only its origin counts (scheme, host and port)
    # plain:: it may also be sent over http: to another machine, where others can read it
    # name:: BASIC, HEADER, QUERY; otherwise nil
    # format:: HEADER: the value, in which {token} stands for the secret. nil: the secret alone
    #
    # Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
    # another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged.
    # Feeds of the server that stopped because it rejected the last credential poll again.
    #
    # In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH
    # follows. The same is true of an outbox that is sent to the server.
    #
    # Raises URLError, ArgumentError (also: it would be sent without encryption, and the flag PLAIN is not set),
    # LimitError (64 servers), IOError, FullError.
    def set_credential(url, plain: false, kind:, name: nil, secret: nil, format: nil)
      options = Library::Options.credential(plain: plain, kind: kind, name: name, secret: secret, format: format)
      call(:account_set_credential, url, options)
      nil
    end

    # Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an
    # outbox that is sent there, need none.
    #
    # Raises URLError, IOError, FullError.
    def remove_credential(url)
      call(:account_remove_credential, url)
      nil
    end

    # Logs in: the feeds of the account may send requests from now on.
    #
    # This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
    # call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
    # that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
    # credential.
    #
    # With `logged_out` accounts begin logged out, only feeds that were added or found run, and log-ins are not
    # stored. A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
    #
    # Raises IOError, FullError.
    def log_in
      call(:account_log_in)
      nil
    end

    # Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
    #
    # Credentials are forgotten. Pending completions get LoggedOutError. The badges stay and can be read. The total
    # leaves them out.
    #
    # Raises IOError, FullError (it is logged out in this run only: repeat the call).
    def log_out
      call(:account_log_out)
      nil
    end

    # Reads the account's state and name.
    def state
      name, state, = call(:account_get)
      state.tap { state.name = name }
    end

    # Changes settings of an account, all or none. They are stored, and apply again in every later run.
    #
    # grouping:: how messages are grouped. At first AUTOMATIC
    # outbox:: at first OFF
    # feeding:: which messages feed badges where no rule holds. At first that of `Engine#account`
    # outbox_kinds:: what the outbox sends. At first READS and REMINDERS
    # outbox_request_timeout:: for a whole request, from 100 ms. At first 300,000 ms
    # outbox_idle_timeout:: without a byte, from 100 ms. At first 60,000 ms
    # language:: the language of summaries. Empty: none, so built-in words are English
    # outbox_url:: http: or https:, to which rows are sent with POST. SENT needs it. Empty: none
    # push_path:: the path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the
    #   badge. `root` is the root. Empty: none
    #
    # The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
    # feeding changes what messages feed as `Account#set_rule` does at `root`, but it does not replace a rule.
    #
    # What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths
    # are taken, but not sent: a path that this device has decided keeps its own.
    #
    # With OUTBOX_MODE_SENT, the library sends one row at a time while the account is logged in, before any of its
    # feeds is polled. Requests carry the account's credential for this server, if it has one. When the library begins
    # to send, after this call or in a later run, former leases end.
    #
    #     2xx, or 409 with the server's state      the row was taken
    #     401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
    #     408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
    #     other 4xx                                the row has failed for good
    #
    # A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
    #
    # Raises ArgumentError (also: an invalid language; SENT without an outbox_url), RangeError (a timeout), URLError,
    # PathError, IOError, FullError; if it changes the feeding also LimitError, CorruptError.
    def configure(grouping: nil, outbox: nil, feeding: nil, outbox_kinds: nil, outbox_request_timeout: nil,
                  outbox_idle_timeout: nil, language: nil, outbox_url: nil, push_path: nil)
      options = Library::Options.account_settings(grouping: grouping, outbox: outbox, feeding: feeding,
                                                  outbox_kinds: outbox_kinds,
                                                  outbox_request_timeout: outbox_request_timeout,
                                                  outbox_idle_timeout: outbox_idle_timeout, language: language,
                                                  outbox_url: outbox_url, push_path: push_path)
      call(:account_configure, options)
      nil
    end

    # Reads the settings of an account.
    #
    # Raises IOError, CorruptError.
    def settings
      call(:account_get_settings, nil).first.first
    end

    # Returns everything that is stored for an account, to keep it or to import it into another engine: see
    # docs/account-export-format.md.
    #
    # Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
    # settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts,
    # the push path, styles, observers and credentials are not included.
    #
    # Raises IOError, CorruptError.
    # Cost: O(stored data of the account).
    def export_account
      call(:account_export).first
    end

    # Sets the node's own badge to `count`. 0 removes the badge.
    #
    # path:: `root`, or components separated by dots
    # expiry:: when the badge ends; nil: it does not
    #
    # A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
    # others in order of time. So the state does not depend on when the engine runs.
    #
    # Raises PathError, LimitError, RangeError (not 0 to MAX_COUNT).
    def set(path, count, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      expiry ? call(:badge_set_until, path, count, Values.milliseconds(expiry)) : call(:badge_set, path, count)
      nil
    end

    # Sets the node's own badge to a dot.
    #
    # path:: `root`, or components separated by dots
    # expiry:: when the badge ends; nil: it does not
    #
    # Raises PathError, LimitError.
    def dot(path, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      expiry ? call(:badge_dot_until, path, Values.milliseconds(expiry)) : call(:badge_dot, path)
      nil
    end

    # Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta of
    # 0 changes nothing. The expiry stays.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError, LimitError, RangeError (the result is not 0 to MAX_COUNT).
    def add(path, delta)
      call(:badge_add, path, delta)
      nil
    end

    # Clears the badge of a node, because the user has looked.
    #
    # path:: `root`, or components separated by dots
    #
    # The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing
    # changes if a child contributes a badge.
    #
    # Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
    # revision of one does not show again: see docs/concepts/claims.md.
    #
    # Returns OK, or HELD if the node still shows a badge, because of a child or of unread messages.
    # Raises PathError, LimitError; if messages feed the node also IOError, FullError.
    def clear(path)
      call(:badge_clear, path)
    end

    # Clears the badges of a node and of everything below it. Messages that feed them become seen.
    #
    # path:: `root`, or components separated by dots
    #
    # Returns OK, or HELD if the node still shows a badge, because of unread messages there or below.
    # Raises PathError, LimitError; if messages feed them also IOError, FullError.
    # Cost: O(badges shown below).
    def clear_tree(path)
      call(:badge_clear_tree, path)
    end

    # Mutes a node until a timestamp, as `Account#set`.
    #
    # path:: `root`, or components separated by dots
    # expiry:: when it ends; nil: it does not
    #
    # Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts
    # above it, as if the chat were not muted.
    #
    # Raises PathError, LimitError, ArgumentError (an unknown mode), RangeError.
    def mute(path, mode, expiry = nil, until: expiry)
      expiry = binding.local_variable_get(:until)
      call(:badge_mute, path, Values.constant(mode, :MUTE_), Values.milliseconds(expiry))
      nil
    end

    # Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
    #
    # path:: `root`, or components separated by dots
    # expiry:: when it ends; 0: now
    #
    # The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
    # mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account
    # is opened after it.
    #
    # Raises PathError, LimitError, RangeError (`expiry` is over, or negative).
    def snooze(path, expiry, until: expiry)
      expiry = binding.local_variable_get(:until)
      call(:badge_snooze, path, Values.milliseconds(expiry))
      nil
    end

    # Marks a path as unread, or ends that: a flagged path shows at least a dot.
    #
    # path:: `root`, or components separated by dots
    # on:: 1: flags the path; 0: ends the flag
    #
    # The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set,
    # dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a
    # path above it. The flag is on the disk when the call returns. It is part of an account's export, and not of
    # snapshots.
    #
    # Raises PathError, LimitError, ArgumentError (another `on`), IOError, FullError, CorruptError.
    def flag(path, on)
      call(:badge_flag, path, on)
      nil
    end

    # Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError.
    def get(path)
      call(:badge_get, path).first
    end

    # Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error,
    # and is not created.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError; if messages or a flag feed the path also IOError, CorruptError.
    def get_own(path)
      call(:badge_get_own, path).first
    end

    # Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
    # chats.
    #
    # path:: `root`, or components separated by dots
    # feeding:: which messages feed the badge. DEFAULT: as above the path
    # counting:: how the path's number comes from its children
    #
    # The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
    # Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an
    # account's export, and not of snapshots.
    #
    # Without feeding, or with DEFAULT, the path has no rule of its own any more.
    #
    # Raises PathError, ArgumentError (an unknown feeding, counting or flag), LimitError (65,536 rules, or too many
    # nodes), IOError, FullError, CorruptError.
    # Cost: O(messages at the path and below it, and children).
    def set_rule(path, feeding: nil, counting: nil)
      options = Library::Options.badge_rule(feeding: feeding, counting: counting)
      call(:badge_set_rule, path, options)
      nil
    end

    # Reads the rule that a path has of its own, or, with `effective`, what holds there.
    #
    # path:: `root`, or components separated by dots
    # effective:: reads what holds at the path, so no member is DEFAULT
    #
    # Without a rule of its own, all members are DEFAULT, which is not an error.
    #
    # Raises PathError, IOError, CorruptError.
    def get_rule(path, effective: false)
      call(:badge_get_rule, path, Values.flag(effective, RULE_EFFECTIVE)).first
    end

    # Links a path under another one: it counts there too, as if it were a child.
    #
    # path:: the path that counts at one more place
    # under:: where
    #
    # So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however
    # many ways lead to it.
    #
    # A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
    # automatic clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing
    # `under` alone does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a
    # node, and both keep theirs.
    #
    # Observers of `under`, its revision and `Account#changes` see what arrives by a link; observers of its subtree
    # get no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a
    # linked badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The
    # link is on the disk when the call returns. Links are part of an account's export.
    #
    # Raises PathError; ConflictError (it would count at itself; the message names the way); LimitError (16 links of
    # one path, max_links of the account, or too many nodes); IOError, FullError.
    # Cost: O(what is lit at the path and below it, times the paths where it counts).
    def link(path, under)
      call(:link_add, path, under)
      nil
    end

    # Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its
    # own.
    #
    # path:: the linked path
    # under:: where it shall not count any more
    #
    # Raises PathError, NotFoundError (there is no such link), IOError, FullError.
    # Cost: O(what is lit at the path and below it, times the paths where it counts).
    def unlink(path, under)
      call(:link_remove, path, under)
      nil
    end

    # Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
    #
    # path:: `root`, or components separated by dots
    # subtree:: the path itself and everything below it
    # under:: lists the links that lead to the path, sorted by where they lead
    #
    # Raises PathError, IOError, CorruptError.
    # Cost: O(log n, and rows).
    def links(path = "root", subtree: false, under: false)
      Pages.new { |after, limit| links_page(path, subtree: subtree, under: under, after: after, limit: limit) }
    end

    # Returns a page of `links`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError, IOError, CorruptError.
    # Cost: O(log n, and rows).
    def links_page(path = "root", subtree: false, under: false, after: nil, limit: 1000)
      flags = Values.flag(subtree, SUBTREE) | Values.flag(under, LINK_UNDER)
      call(:link_list, path, flags, after, limit).first
    end

    # Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths. A call that
    # continues an unchanged list costs its own rows.
    #
    # path:: `root`, or components separated by dots
    # subtree:: the path itself and everything below it
    #
    # The parts of a list are of one moment if they have the same revision.
    #
    # Returns the revision of the rows.
    # Raises PathError.
    # Cost: O(n log n) at most in the nodes listed below the path.
    def list(path = "root", subtree: false)
      list_page(path, subtree: subtree, limit: nil)
    end

    # Returns a page of `list`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Returns the revision of the rows.
    # Raises PathError.
    # Cost: O(n log n) at most in the nodes listed below the path.
    def list_page(path = "root", subtree: false, after: nil, limit: 1000)
      entries, revision, = call(:badge_list, path, Values.flag(subtree, SUBTREE), after, limit)
      entries.tap { entries.revision = revision }
    end

    # Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that continues
    # an unchanged list costs its own rows.
    #
    # path:: `root`, or components separated by dots
    #
    # It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
    # flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The
    # nodes are sorted by the bytes of their paths. A message with further paths is listed once, under the path that
    # it belongs to, even if that is not below. The contributed counts add up to the path's count. The path shows a
    # badge if and only if an entry has LIGHTS. This holds for the parts together if `Account#state` gives one
    # revision before and behind them.
    #
    # Raises PathError, IOError, CorruptError.
    # Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
    # node.
    def explain(path)
      Pages.new { |after, limit| explain_page(path, after, limit) }
    end

    # Returns a page of `explain`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError, IOError, CorruptError.
    # Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
    # node.
    def explain_page(path, after = nil, limit = 1000)
      call(:badge_explain, path, 0, after, limit).first
    end

    # Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
    # feeds.
    #
    # path:: `root`, or components separated by dots
    # subtree:: the path itself and everything below it
    #
    # Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
    # feed are kept, also after the engine is closed. Exports of accounts do not contain them.
    #
    # Raises PathError, IOError, CorruptError.
    def drifts(path = "root", subtree: false)
      Pages.new { |after, limit| drifts_page(path, subtree: subtree, after: after, limit: limit) }
    end

    # Returns a page of `drifts`.
    #
    # after:: the `next` of the page before; nil: the first page
    # limit:: the largest number of rows
    #
    # Raises PathError, IOError, CorruptError.
    def drifts_page(path = "root", subtree: false, after: nil, limit: 1000)
      call(:drift_list, path, Values.flag(subtree, SUBTREE), after, limit).first
    end

    # Applies a push: polls its feeds, and adds the message that it contains.
    #
    # payload:: a JSON object, or the payload of an APNs notification with these members beside `aps`
    #
    # docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
    #
    #     {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
    #
    # Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no
    # message is added. With a `path` there is a message. Without an `id` it counts until the feed's next good
    # response; without a `feed` it needs an id.
    #
    # Raises ProtocolError, TooLargeError (max_response_bytes), NotFoundError (no such feed was added),
    # LoggedOutError, LimitError, IOError, FullError.
    def push(payload)
      call(:account_push, payload)
      nil
    end

    # Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same on
    # every machine. It is not safe against attackers.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError.
    # Cost: O(what changed since the last call).
    def digest(path = "root")
      call(:badge_digest, path).first
    end

    # Returns the minimal patch from one subtree to another, of the same engine.
    #
    # Raises PathError.
    # Cost: O(what differs).
    def diff(path, to, to_path)
      call(:badge_diff, path, to, to_path).first
    end

    # Takes a snapshot of a path.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError.
    # Cost: O(n log n) at most in the nodes listed below.
    def snapshot(path = "root")
      Library.whole { Snapshot.new(call(:snapshot_take, path).first) }
    end

    # Replaces the contents of `path` and its subtree with a snapshot.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError, LimitError, ConflictError, IOError, FullError.
    def restore(snapshot, path = "root")
      call(:badge_restore, path, snapshot)
      nil
    end

    # Applies a patch at a path.
    #
    # path:: `root`, or components separated by dots
    # overwrite:: writes the state after the patch, whatever the state is now
    #
    # Raises PathError, LimitError, MalformedError, IOError, FullError, ConflictError (the nodes are not in the state
    # that the patch begins with; the message names the first).
    def apply(path, patch, overwrite: false)
      call(:badge_apply, path, patch, Values.flag(overwrite, APPLY_OVERWRITE))
      nil
    end

    # Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
    #
    # Raises InternalError (the message has the first wrong path).
    # Cost: O(nodes).
    def verify
      call(:account_verify)
      nil
    end

    # Reads how far a source was applied by `Account#batch`.
    #
    # Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
    def batch_position(source)
      call(:account_get_position, source).first
    end

    # Replaces the style of a path.
    #
    # path:: `root`, or components separated by dots
    #
    # nil, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in
    # the order of "Watching".
    #
    # Raises PathError, LimitError, ArgumentError (an unknown field or overflow, an invalid icon), RangeError (a
    # number, also NaN).
    # Cost: O(observers of the account, times the depth of their paths).
    def set_style(path, style)
      call(:style_set, path, Values.style(style))
      nil
    end

    # Reads the style of the path itself, without what it inherits. Members that it leaves out are nil.
    #
    # path:: `root`, or components separated by dots
    #
    # Raises PathError.
    def style(path)
      icon, bytes, = call(:style_get, path)
      Style.of(bytes, icon)
    end

    # Reads how to draw a path.
    #
    # path:: `root`, or components separated by dots
    #
    # Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
    # style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing,
    # and has the style that it would inherit.
    #
    # Raises PathError.
    # Cost: O(depth of the path).
    def present(path)
      text, record, = call(:badge_present, path)
      [record, text]
    end
  end
end
