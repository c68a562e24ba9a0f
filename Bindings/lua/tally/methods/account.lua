-- Generated from include/tally.h by Bindings/tools/generate.py: not to be edited.

local support = require("tally.support")
local constants = support.constants
local call = support.call

---@class tally.Account
local Account = support.Account

--- Gives the account a credential for one server, or replaces it.
---
--- Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
--- another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged. Feeds
--- of the server that stopped because it rejected the last credential poll again.
---
--- In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH
--- follows. The same is true of an outbox that is sent to the server.
---
--- Raises ERROR_URL, ERROR_ARGUMENT (also: it would be sent without encryption, and the flag PLAIN is not set),
--- ERROR_LIMIT (64 servers), ERROR_IO, ERROR_FULL.
---@param url string one of the server's; only its origin counts (scheme, host and port)
---@param credential tally.Credential
function Account:set_credential(url, credential)
    call.account_set_credential(self, url, support.members(credential, {plain = constants.CREDENTIAL_FLAG_PLAIN}))
end

--- Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an outbox
--- that is sent there, need none.
---
--- Raises ERROR_URL, ERROR_IO, ERROR_FULL.
---@param url string
function Account:remove_credential(url)
    call.account_remove_credential(self, url)
end

--- Logs in: the feeds of the account may send requests from now on.
---
--- This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
--- call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
--- that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
--- credential.
---
--- With `logged_out` accounts begin logged out, only feeds that were added or found run, and log-ins are not stored.
--- A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
---
--- Raises ERROR_IO, ERROR_FULL.
function Account:log_in()
    call.account_log_in(self)
end

--- Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
---
--- Credentials are forgotten. Pending completions get ERROR_LOGGED_OUT. The badges stay and can be read. The total
--- leaves them out.
---
--- Raises ERROR_IO, ERROR_FULL (it is logged out in this run only: repeat the call).
function Account:log_out()
    call.account_log_out(self)
end

--- Reads the account's state and name.
---@return tally.AccountState
function Account:state()
    return support.with_text("name", call.account_get(self))
end

--- Changes settings of an account, all or none. They are stored, and apply again in every later run.
---
--- The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
--- feeding changes what messages feed as `Account:set_rule` does at `root`, but it does not replace a rule.
---
--- What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths
--- are taken, but not sent: a path that this device has decided keeps its own.
---
--- With `tally.OUTBOX_MODE_SENT`, the library sends one row at a time while the account is logged in, before any of
--- its feeds is polled. Requests carry the account's credential for this server, if it has one. When the library
--- begins to send, after this call or in a later run, former leases end.
---
---     2xx, or 409 with the server's state      the row was taken
---     401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
---     408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
---     other 4xx                                the row has failed for good
---
--- A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
---
--- Raises ERROR_ARGUMENT (also: an invalid language; SENT without an outbox_url), ERROR_RANGE (a timeout), ERROR_URL,
--- ERROR_PATH, ERROR_IO, ERROR_FULL; if it changes the feeding also ERROR_LIMIT, ERROR_CORRUPT.
---@param settings? tally.AccountSettings
function Account:configure(settings)
    call.account_configure(self, settings or {})
end

--- Reads the settings of an account.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
---@return tally.AccountSettingsEntry
function Account:settings()
    return call.account_get_settings(self, nil)[1]
end

--- Returns everything that is stored for an account, to keep it or to import it into another engine: see
--- docs/account-export-format.md.
---
--- Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
--- settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts, the
--- push path, styles, observers and credentials are not included.
---
--- Raises ERROR_IO, ERROR_CORRUPT.
--- Cost: O(stored data of the account).
---@return string
function Account:export_account()
    return (call.account_export(self))
end

--- Sets the node's own badge to `count`. 0 removes the badge.
---
--- A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
--- others in order of time. So the state does not depend on when the engine runs.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_RANGE (not 0 to `tally.MAX_COUNT`).
---@param path string `root`, or components separated by dots
---@param count integer
---@param expiry? integer when the badge ends; nil: it does not
function Account:set(path, count, expiry)
    if expiry then
        call.badge_set_until(self, path, count, expiry)
    else
        call.badge_set(self, path, count)
    end
end

--- Sets the node's own badge to a dot.
---
--- Raises ERROR_PATH, ERROR_LIMIT.
---@param path string `root`, or components separated by dots
---@param expiry? integer when the badge ends; nil: it does not
function Account:dot(path, expiry)
    if expiry then
        call.badge_dot_until(self, path, expiry)
    else
        call.badge_dot(self, path)
    end
end

--- Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta of 0
--- changes nothing. The expiry stays.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_RANGE (the result is not 0 to `tally.MAX_COUNT`).
---@param path string `root`, or components separated by dots
---@param delta integer
function Account:add(path, delta)
    call.badge_add(self, path, delta)
end

--- Clears the badge of a node, because the user has looked.
---
--- The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing changes
--- if a child contributes a badge.
---
--- Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
--- revision of one does not show again: see docs/concepts/claims.md.
---
--- Returns `tally.OK`, or `tally.HELD` if the node still shows a badge, because of a child or of unread messages.
--- Raises ERROR_PATH, ERROR_LIMIT; if messages feed the node also ERROR_IO, ERROR_FULL.
---@param path string `root`, or components separated by dots
---@return integer status
function Account:clear(path)
    return call.badge_clear(self, path)
end

--- Clears the badges of a node and of everything below it. Messages that feed them become seen.
---
--- Returns `tally.OK`, or `tally.HELD` if the node still shows a badge, because of unread messages there or below.
--- Raises ERROR_PATH, ERROR_LIMIT; if messages feed them also ERROR_IO, ERROR_FULL.
--- Cost: O(badges shown below).
---@param path string `root`, or components separated by dots
---@return integer status
function Account:clear_tree(path)
    return call.badge_clear_tree(self, path)
end

--- Mutes a node until a timestamp, as `Account:set`.
---
--- Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts above
--- it, as if the chat were not muted.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_ARGUMENT (an unknown mode), ERROR_RANGE.
---@param path string `root`, or components separated by dots
---@param mode integer
---@param expiry? integer when it ends; nil: it does not
function Account:mute(path, mode, expiry)
    call.badge_mute(self, path, mode, expiry)
end

--- Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
---
--- The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
--- mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account
--- is opened after it.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_RANGE (`expiry` is over, or negative).
---@param path string `root`, or components separated by dots
---@param expiry integer when it ends; 0: now
function Account:snooze_path(path, expiry)
    call.badge_snooze(self, path, expiry)
end

--- Marks a path as unread, or ends that: a flagged path shows at least a dot.
---
--- The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set, dot
--- and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a path
--- above it. The flag is on the disk when the call returns. It is part of an account's export, and not of snapshots.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_ARGUMENT (another `on`), ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
---@param path string `root`, or components separated by dots
---@param on boolean 1: flags the path; 0: ends the flag
function Account:flag(path, on)
    call.badge_flag(self, path, on and true or false)
end

--- Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
---
--- Raises ERROR_PATH.
---@param path string `root`, or components separated by dots
---@return tally.Badge
function Account:get(path)
    return (call.badge_get(self, path))
end

--- Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error, and
--- is not created.
---
--- Raises ERROR_PATH; if messages or a flag feed the path also ERROR_IO, ERROR_CORRUPT.
---@param path string `root`, or components separated by dots
---@return tally.OwnBadge
function Account:get_own(path)
    return (call.badge_get_own(self, path))
end

--- Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
--- chats.
---
--- The rule is on the disk when the call returns, and the badges that exist already follow it: one revision. Messages
--- stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an account's
--- export, and not of snapshots.
---
--- Without a rule, or with an empty one, the path has no rule of its own any more.
---
--- Raises ERROR_PATH, ERROR_ARGUMENT (an unknown feeding, counting or flag), ERROR_LIMIT (65,536 rules, or too many
--- nodes), ERROR_IO, ERROR_FULL, ERROR_CORRUPT.
--- Cost: O(messages at the path and below it, and children).
---@param path string `root`, or components separated by dots
---@param rule? tally.BadgeRuleOptions
function Account:set_rule(path, rule)
    call.badge_set_rule(self, path, rule or {})
end

--- Reads the rule that a path has of its own, or, with `effective`, what holds there.
---
--- Without a rule of its own, all members are DEFAULT, which is not an error.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `effective`: reads what holds at the path, so no member is DEFAULT
---@param path string `root`, or components separated by dots
---@param options? {effective?: boolean}
---@return tally.BadgeRule
function Account:get_rule(path, options)
    return (call.badge_get_rule(self, path, support.flags_of(options, {effective = constants.RULE_EFFECTIVE})))
end

--- Links a path under another one: it counts there too, as if it were a child.
---
--- So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however many
--- ways lead to it.
---
--- A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the automatic
--- clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing `under` alone
--- does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a node, and both keep
--- theirs.
---
--- Observers of `under`, its revision and `Account:changes` see what arrives by a link; observers of its subtree get
--- no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a linked
--- badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The link is
--- on the disk when the call returns. Links are part of an account's export.
---
--- Raises ERROR_PATH; ERROR_CONFLICT (it would count at itself; the message names the way); ERROR_LIMIT (16 links of
--- one path, max_links of the account, or too many nodes); ERROR_IO, ERROR_FULL.
--- Cost: O(what is lit at the path and below it, times the paths where it counts).
---@param path string the path that counts at one more place
---@param under string where
function Account:link(path, under)
    call.link_add(self, path, under)
end

--- Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its own.
---
--- Raises ERROR_PATH, ERROR_NOT_FOUND (there is no such link), ERROR_IO, ERROR_FULL.
--- Cost: O(what is lit at the path and below it, times the paths where it counts).
---@param path string the linked path
---@param under string where it shall not count any more
function Account:unlink(path, under)
    call.link_remove(self, path, under)
end

--- Lists the links of a path, sorted by the bytes of their paths and then of where they lead.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(log n, and rows).
---
--- - `subtree`: the path itself and everything below it
--- - `under`: lists the links that lead to the path, sorted by where they lead
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean, under?: boolean}
---@return fun(): tally.Link?
function Account:links(path, options)
    return support.pages(function(...) return self:link_page(path, options, ...) end)
end

--- A page of `Account:links`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(log n, and rows).
---
--- - `subtree`: the path itself and everything below it
--- - `under`: lists the links that lead to the path, sorted by where they lead
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean, under?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Link[]
---@return integer status
function Account:link_page(path, options, after, limit)
    return call.link_list(self, path or "root", support.flags_of(options, {subtree = constants.SUBTREE,
        under = constants.LINK_UNDER}), after, limit or 1000)
end

--- Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths. A call that
--- continues an unchanged list costs its own rows.
---
--- The parts of a list are of one moment if they have the same revision.
---
--- Returns the revision of the rows.
--- Raises ERROR_PATH.
--- Cost: O(n log n) at most in the nodes listed below the path.
---
--- - `subtree`: the path itself and everything below it
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean}
---@return tally.BadgeEntry[]
function Account:list(path, options)
    return support.revised(call.badge_list(self, path or "root", support.flags_of(options,
        {subtree = constants.SUBTREE}), nil, nil))
end

--- A page of `Account:list`: at most `limit` rows, those after `after`.
---
--- Returns the revision of the rows.
--- Raises ERROR_PATH.
--- Cost: O(n log n) at most in the nodes listed below the path.
---
--- - `subtree`: the path itself and everything below it
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.BadgeEntry[]
function Account:list_page(path, options, after, limit)
    return support.revised(call.badge_list(self, path or "root", support.flags_of(options,
        {subtree = constants.SUBTREE}), after, limit or 1000))
end

--- Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that continues an
--- unchanged list costs its own rows.
---
--- It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
--- flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The nodes
--- are sorted by the bytes of their paths. A message with further paths is listed once, under the path that it
--- belongs to, even if that is not below. The contributed counts add up to the path's count. The path shows a badge
--- if and only if an entry has LIGHTS. This holds for the parts together if `Account:state` gives one revision before
--- and behind them.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
--- node.
---@param path string `root`, or components separated by dots
---@return fun(): tally.Reason?
function Account:explain(path)
    return support.pages(function(...) return self:explain_page(path, ...) end)
end

--- A page of `Account:explain`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
--- Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
--- node.
---@param path string `root`, or components separated by dots
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Reason[]
---@return integer status
function Account:explain_page(path, after, limit)
    return call.badge_explain(self, path, 0, after, limit or 1000)
end

--- Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
--- feeds.
---
--- Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
--- feed are kept, also after the engine is closed. Exports of accounts do not contain them.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean}
---@return fun(): tally.Drift?
function Account:drifts(path, options)
    return support.pages(function(...) return self:drift_page(path, options, ...) end)
end

--- A page of `Account:drifts`: at most `limit` rows, those after `after`.
---
--- Raises ERROR_PATH, ERROR_IO, ERROR_CORRUPT.
---
--- - `subtree`: the path itself and everything below it
---@param path? string `root`, or components separated by dots
---@param options? {subtree?: boolean}
---@param after? string the `next` of the page before; nil: the first page
---@param limit? integer the largest number of rows
---@return tally.Drift[]
---@return integer status
function Account:drift_page(path, options, after, limit)
    return call.drift_list(self, path or "root", support.flags_of(options, {subtree = constants.SUBTREE}), after,
        limit or 1000)
end

--- Applies a push: polls its feeds, and adds the message that it contains.
---
--- docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
---
---     {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
---
--- Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no message
--- is added. With a `path` there is a message. Without an `id` it counts until the feed's next good response; without
--- a `feed` it needs an id.
---
--- Raises ERROR_PROTOCOL, ERROR_TOO_LARGE (max_response_bytes), ERROR_NOT_FOUND (no such feed was added),
--- ERROR_LOGGED_OUT, ERROR_LIMIT, ERROR_IO, ERROR_FULL.
---@param payload string a JSON object, or the payload of an APNs notification with these members beside `aps`
function Account:push(payload)
    call.account_push(self, payload)
end

--- Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same on
--- every machine. It is not safe against attackers.
---
--- Raises ERROR_PATH.
--- Cost: O(what changed since the last call).
---@param path? string `root`, or components separated by dots
---@return integer
function Account:digest(path)
    return (call.badge_digest(self, path or "root"))
end

--- Returns the minimal patch from one subtree to another, of the same engine.
---
--- Raises ERROR_PATH.
--- Cost: O(what differs).
---@param path string
---@param to tally.Account
---@param to_path string
---@return string
function Account:diff(path, to, to_path)
    return (call.badge_diff(self, path, to, to_path))
end

--- Takes a snapshot of a path.
---
--- Raises ERROR_PATH.
--- Cost: O(n log n) at most in the nodes listed below.
---@param path? string `root`, or components separated by dots
---@return tally.Snapshot
function Account:snapshot(path)
    return support.snapshot(call.snapshot_take(self, path or "root"))
end

--- Replaces the contents of `path` and its subtree with a snapshot.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_CONFLICT, ERROR_IO, ERROR_FULL.
---@param snapshot tally.Snapshot
---@param path? string `root`, or components separated by dots
function Account:restore(snapshot, path)
    call.badge_restore(self, path or "root", snapshot)
end

--- Applies a patch at a path.
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_MALFORMED, ERROR_IO, ERROR_FULL, ERROR_CONFLICT (the nodes are not in the
--- state that the patch begins with; the message names the first).
---@param path string `root`, or components separated by dots
---@param patch string
---@param overwrite? boolean writes the state after the patch, whatever the state is now
function Account:apply(path, patch, overwrite)
    call.badge_apply(self, path, patch, support.flag(overwrite, constants.APPLY_OVERWRITE))
end

--- Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.
---
--- Raises ERROR_INTERNAL (the message has the first wrong path).
--- Cost: O(nodes).
function Account:verify()
    call.account_verify(self)
end

--- Reads how far a source was applied by `Account:batch`.
---
--- Raises ERROR_NOT_FOUND (no batch of this source was applied), ERROR_IO, ERROR_CORRUPT.
---@param source string
---@return tally.Position
function Account:batch_position(source)
    return (call.account_get_position(self, source))
end

--- Replaces the style of a path.
---
--- nil, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in the
--- order of "Watching".
---
--- Raises ERROR_PATH, ERROR_LIMIT, ERROR_ARGUMENT (an unknown field or overflow, an invalid icon), ERROR_RANGE (a
--- number, also NaN).
--- Cost: O(observers of the account, times the depth of their paths).
---@param path string `root`, or components separated by dots
---@param style? tally.Style
function Account:set_style(path, style)
    call.style_set(self, path, style)
end

--- Reads the style of the path itself, without what it inherits. Members that it leaves out are nil.
---
--- Raises ERROR_PATH.
---@param path string `root`, or components separated by dots
---@return tally.Style
function Account:style(path)
    return support.style_of(call.style_get(self, path))
end

--- Reads how to draw a path.
---
--- Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
--- style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing, and
--- has the style that it would inherit.
---
--- Raises ERROR_PATH.
--- Cost: O(depth of the path).
---@param path string `root`, or components separated by dots
---@return string text
---@return tally.Presentation presentation
function Account:present(path)
    local text, record = call.badge_present(self, path)
    return text, record
end
