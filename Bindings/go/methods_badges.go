// Code generated from include/tally.h by Bindings/tools/generate.py; DO NOT EDIT.

package tally

/*
#include "calls.h"
*/
import "C"

import "time"

// SetCredential gives the account a credential for one server, or replaces it.
//
//   - url: one of the server's; only its origin counts (scheme, host and port)
//
// Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
// another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged. Feeds
// of the server that stopped because it rejected the last credential poll again.
//
// In later runs its feeds of the server wait until they have a credential: instead of a request, an event EventAuth
// follows. The same is true of an outbox that is sent to the server.
//
// Errors: [ErrURL], [ErrArgument] (also: it would be sent without encryption, and the flag PLAIN is not set),
// [ErrLimit] (64 servers), [ErrIO], [ErrFull].
func (a *Account) SetCredential(url string, credential Credential) error {
	texts := &texts{}
	defer texts.free()
	cUrl, cCredential := texts.text(url), credential.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_set_credential(handle, cUrl, cCredential))
}

// RemoveCredential removes the account's credential for the server of url, if there is one. Its feeds of the server,
// and an outbox that is sent there, need none.
//
// Errors: [ErrURL], [ErrIO], [ErrFull].
func (a *Account) RemoveCredential(url string) error {
	texts := &texts{}
	defer texts.free()
	cUrl := texts.text(url)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_remove_credential(handle, cUrl))
}

// LogIn logs in: the feeds of the account may send requests from now on.
//
// This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
// call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed that
// cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their credential.
//
// With EngineLoggedOut accounts begin logged out, only feeds that were added or found run, and log-ins are not
// stored. A program that contains libtally.a runs stored feeds only if it calls a function of feeds.
//
// Errors: [ErrIO], [ErrFull].
func (a *Account) LogIn() error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_log_in(handle))
}

// LogOut logs out, also for later runs: stops all requests and timers of the account, and drops late responses.
//
// Credentials are forgotten. Pending completions get [ErrLoggedOut]. The badges stay and can be read. The total
// leaves them out.
//
// Errors: [ErrIO], [ErrFull] (it is logged out in this run only: repeat the call).
func (a *Account) LogOut() error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_log_out(handle))
}

// State reads the account's state and name.
func (a *Account) State() (AccountState, error) {
	handle, err := a.enter()
	if err != nil {
		return AccountState{}, err
	}
	defer a.leave()
	raw := &C.tally_account_state{struct_size: C.sizeof_tally_account_state}
	text, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_account_get(handle, raw, buffer, capacity, length)
	})
	return readAccountState(raw, []byte(text)), err
}

// Configure changes settings of an account, all or none. They are stored, and apply again in every later run.
//
// The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
// feeding changes what messages feed as [Account.SetRule] does at root, but it does not replace a rule.
//
// What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths are
// taken, but not sent: a path that this device has decided keeps its own.
//
// With OutboxModeSent, the library sends one row at a time while the account is logged in, before any of its feeds is
// polled. Requests carry the account's credential for this server, if it has one. When the library begins to send,
// after this call or in a later run, former leases end.
//
//	2xx, or 409 with the server's state      the row was taken
//	401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
//	408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
//	other 4xx                                the row has failed for good
//
// A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.
//
// Errors: [ErrArgument] (also: an invalid language; SENT without an OutboxURL), [ErrRange] (a timeout), [ErrURL],
// [ErrPath], [ErrIO], [ErrFull]; if it changes the feeding also [ErrLimit], [ErrCorrupt].
func (a *Account) Configure(settings AccountSettings) error {
	texts := &texts{}
	defer texts.free()
	cSettings := settings.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_configure(handle, cSettings))
}

// Settings reads the settings of an account.
//
// Errors: [ErrIO], [ErrCorrupt].
func (a *Account) Settings() (AccountSettingsEntry, error) {
	handle, err := a.enter()
	if err != nil {
		return AccountSettingsEntry{}, err
	}
	defer a.leave()
	found, err := partOut(1, readAccountSettingsEntry, func(rows *C.tally_rows) C.tally_go_answer {
		return C.go_account_get_settings(handle, rows)
	})
	if err != nil {
		return AccountSettingsEntry{}, err
	}
	return found.list[0], nil
}

// ExportAccount returns everything that is stored for an account, to keep it or to import it into another engine: see
// docs/account-export-format.md.
//
// Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
// settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts, the
// push path, styles, observers and credentials are not included.
//
// Errors: [ErrIO], [ErrCorrupt].
// Cost: O(stored data of the account).
func (a *Account) ExportAccount() ([]byte, error) {
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_account_export(handle, out)
	})
	return content, err
}

// Set sets the node's own badge to count. 0 removes the badge.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrLimit], [ErrRange] (not 0 to MaxCount).
func (a *Account) Set(path string, count int64) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_set(handle, cPath, C.int64_t(count)))
}

// Dot sets the node's own badge to a dot.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrLimit].
func (a *Account) Dot(path string) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_dot(handle, cPath))
}

// SetUntil sets the node's own badge to count, and removes it at the timestamp until.
//
//   - path: root, or components separated by dots
//   - until: when it ends; the zero time: it does not
//
// A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
// others in order of time. So the state does not depend on when the engine runs.
//
// Errors: [ErrPath], [ErrLimit], [ErrRange].
func (a *Account) SetUntil(path string, count int64, until time.Time) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_set_until(handle, cPath, C.int64_t(count), timestamp(until)))
}

// DotUntil sets the node's own badge to a dot with an end, as [Account.SetUntil].
//
//   - path: root, or components separated by dots
//   - until: when it ends; the zero time: it does not
//
// Errors: [ErrPath], [ErrLimit], [ErrRange].
func (a *Account) DotUntil(path string, until time.Time) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_dot_until(handle, cPath, timestamp(until)))
}

// Add adds delta to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta of
// 0 changes nothing. The expiry stays.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrLimit], [ErrRange] (the result is not 0 to MaxCount).
func (a *Account) Add(path string, delta int64) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_add(handle, cPath, C.int64_t(delta)))
}

// Clear clears the badge of a node, because the user has looked.
//
//   - path: root, or components separated by dots
//
// The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing changes
// if a child contributes a badge.
//
// Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
// revision of one does not show again: see docs/concepts/claims.md.
//
// Returns [StatusOK], or [StatusHeld] if the node still shows a badge, because of a child or of unread messages.
// Errors: [ErrPath], [ErrLimit]; if messages feed the node also [ErrIO], [ErrFull].
func (a *Account) Clear(path string) (Status, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	return answered(C.go_badge_clear(handle, cPath))
}

// ClearTree clears the badges of a node and of everything below it. Messages that feed them become seen.
//
//   - path: root, or components separated by dots
//
// Returns [StatusOK], or [StatusHeld] if the node still shows a badge, because of unread messages there or below.
// Errors: [ErrPath], [ErrLimit]; if messages feed them also [ErrIO], [ErrFull].
// Cost: O(badges shown below).
func (a *Account) ClearTree(path string) (Status, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return StatusArgument, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer a.leave()
	return answered(C.go_badge_clear_tree(handle, cPath))
}

// Mute mutes a node until a timestamp, as [Account.SetUntil].
//
//   - path: root, or components separated by dots
//   - until: when it ends; the zero time: it does not
//
// Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts above
// it, as if the chat were not muted.
//
// Errors: [ErrPath], [ErrLimit], [ErrArgument] (an unknown mode), [ErrRange].
func (a *Account) Mute(path string, mode MuteMode, until time.Time) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_mute(handle, cPath, C.int32_t(mode), timestamp(until)))
}

// SnoozePath snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.
//
//   - path: root, or components separated by dots
//   - until: when it ends; 0: now
//
// The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
// mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account is
// opened after it.
//
// Errors: [ErrPath], [ErrLimit], [ErrRange] (until is over, or negative).
func (a *Account) SnoozePath(path string, until time.Time) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_snooze(handle, cPath, timestamp(until)))
}

// Flag marks a path as unread, or ends that: a flagged path shows at least a dot.
//
//   - path: root, or components separated by dots
//   - on: 1: flags the path; 0: ends the flag
//
// The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set, dot
// and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a path
// above it. The flag is on the disk when the call returns. It is part of an account's export, and not of snapshots.
//
// Errors: [ErrPath], [ErrLimit], [ErrArgument] (another on), [ErrIO], [ErrFull], [ErrCorrupt].
func (a *Account) Flag(path string, on bool) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_flag(handle, cPath, integer(on)))
}

// Get reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath].
func (a *Account) Get(path string) (Badge, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return Badge{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Badge{}, err
	}
	defer a.leave()
	raw := &C.tally_badge{}
	err = failure(C.go_badge_get(handle, cPath, raw))
	return readBadge(raw, nil), err
}

// GetOwn reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an
// error, and is not created.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath]; if messages or a flag feed the path also [ErrIO], [ErrCorrupt].
func (a *Account) GetOwn(path string) (OwnBadge, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return OwnBadge{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return OwnBadge{}, err
	}
	defer a.leave()
	raw := &C.tally_badge_own{struct_size: C.sizeof_tally_badge_own}
	err = failure(C.go_badge_get_own(handle, cPath, raw))
	return readOwnBadge(raw, nil), err
}

// SetRule sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab
// of chats.
//
//   - path: root, or components separated by dots
//
// The rule is on the disk when the call returns, and the badges that exist already follow it: one revision. Messages
// stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an account's
// export, and not of snapshots.
//
// If all members of the rule are left out, the path has no rule of its own any more.
//
// Errors: [ErrPath], [ErrArgument] (an unknown feeding, counting or flag), [ErrLimit] (65,536 rules, or too many
// nodes), [ErrIO], [ErrFull], [ErrCorrupt].
// Cost: O(messages at the path and below it, and children).
func (a *Account) SetRule(path string, rule BadgeRule) error {
	texts := &texts{}
	defer texts.free()
	cPath, cRule := texts.text(path), rule.raw(texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_badge_set_rule(handle, cPath, cRule))
}

// GetRule reads the rule that a path has of its own, or, with RuleEffective, what holds there.
//
//   - path: root, or components separated by dots
//   - RuleEffective: reads what holds at the path, so no member is DEFAULT
//
// Without a rule of its own, all members are DEFAULT, which is not an error.
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
func (a *Account) GetRule(path string, flags RuleFlags) (BadgeRule, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return BadgeRule{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return BadgeRule{}, err
	}
	defer a.leave()
	raw := &C.tally_badge_rule{struct_size: C.sizeof_tally_badge_rule}
	err = failure(C.go_badge_get_rule(handle, cPath, C.uint32_t(flags), raw))
	return readBadgeRule(raw, nil), err
}

// Link links a path under another one: it counts there too, as if it were a child.
//
//   - path: the path that counts at one more place
//   - under: where
//
// So a mention in a chat also counts at mentions. A path counts each badge and message below it once, however many
// ways lead to it.
//
// A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the automatic
// clearing, for HELD, and for clear_tree of under, which clears it and what is below it. Clearing under alone does
// not. A link to one's own ancestor is allowed and changes no number. Neither path needs a node, and both keep
// theirs.
//
// Observers of under, its revision and [Account.Changes] see what arrives by a link; observers of its subtree get no
// events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a linked badge
// everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The link is on the
// disk when the call returns. Links are part of an account's export.
//
// Errors: [ErrPath]; [ErrConflict] (it would count at itself; the message names the way); [ErrLimit] (16 links of one
// path, MaxLinks of the account, or too many nodes); [ErrIO], [ErrFull].
// Cost: O(what is lit at the path and below it, times the paths where it counts).
func (a *Account) Link(path, under string) error {
	texts := &texts{}
	defer texts.free()
	cPath, cUnder := texts.text(path), texts.text(under)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_link_add(handle, cPath, cUnder))
}

// Unlink removes a link. Nothing is cleared by it: under loses what has no other way there, and keeps a badge of its
// own.
//
//   - path: the linked path
//   - under: where it shall not count any more
//
// Errors: [ErrPath], [ErrNotFound] (there is no such link), [ErrIO], [ErrFull].
// Cost: O(what is lit at the path and below it, times the paths where it counts).
func (a *Account) Unlink(path, under string) error {
	texts := &texts{}
	defer texts.free()
	cPath, cUnder := texts.text(path), texts.text(under)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_link_remove(handle, cPath, cUnder))
}

// Links lists the links of a path, sorted by the bytes of their paths and then of where they lead.
//
//   - path: root, or components separated by dots
//   - Subtree: the path itself and everything below it
//   - LinkUnder: lists the links that lead to the path, sorted by where they lead
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
// Cost: O(log n, and rows).
func (a *Account) Links(path string, flags LinkFlags, after string, limit int) (rows []Link, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readLink, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_link_list(handle, cPath, C.uint32_t(flags), behind, rows)
	})
}

// AllLinks returns all rows of [Account.Links], from as many calls as they take.
func (a *Account) AllLinks(path string, flags LinkFlags) ([]Link, error) {
	return allOf(func(after string) ([]Link, string, error) {
		return a.Links(path, flags, after, 1000)
	})
}

// Explain explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that
// continues an unchanged list costs its own rows.
//
//   - path: root, or components separated by dots
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
// flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The nodes
// are sorted by the bytes of their paths. A message with further paths is listed once, under the path that it belongs
// to, even if that is not below. The contributed counts add up to the path's count. The path shows a badge if and
// only if an entry has LIGHTS. This holds for the parts together if [Account.State] gives one revision before and
// behind them.
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
// Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a node.
func (a *Account) Explain(path, after string, limit int) (rows []Reason, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readReason, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_badge_explain(handle, cPath, 0, behind, rows)
	})
}

// AllExplain returns all rows of [Account.Explain], from as many calls as they take.
func (a *Account) AllExplain(path string) ([]Reason, error) {
	return allOf(func(after string) ([]Reason, string, error) {
		return a.Explain(path, after, 1000)
	})
}

// Drifts lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and
// by feeds.
//
//   - path: root, or components separated by dots
//   - Subtree: the path itself and everything below it
//   - after: the next of the page before; "": the first page
//   - limit: the largest number of rows
//
// Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
// feed are kept, also after the engine is closed. Exports of accounts do not contain them.
//
// Errors: [ErrPath], [ErrIO], [ErrCorrupt].
func (a *Account) Drifts(path string, flags ListFlags, after string, limit int) (rows []Drift, next string, err error) {
	texts := &texts{}
	defer texts.free()
	cPath, cAfter := texts.text(path), texts.optional(after)
	if texts.err != nil {
		return nil, "", texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, "", err
	}
	defer a.leave()
	return listOut(limit, cAfter, readDrift, func(rows *C.tally_rows, behind *C.char) C.tally_go_answer {
		return C.go_drift_list(handle, cPath, C.uint32_t(flags), behind, rows)
	})
}

// AllDrifts returns all rows of [Account.Drifts], from as many calls as they take.
func (a *Account) AllDrifts(path string, flags ListFlags) ([]Drift, error) {
	return allOf(func(after string) ([]Drift, string, error) {
		return a.Drifts(path, flags, after, 1000)
	})
}

// Push applies a push: polls its feeds, and adds the message that it contains.
//
//   - payload: a JSON object, or the payload of an APNs notification with these members beside aps
//
// docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.
//
//	{"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}
//
// Without feed all feeds with a URL are polled. If the feed has reached cursor, nothing is polled and no message is
// added. With a path there is a message. Without an id it counts until the feed's next good response; without a feed
// it needs an id.
//
// Errors: [ErrProtocol], [ErrTooLarge] (MaxResponseBytes), [ErrNotFound] (no such feed was added), [ErrLoggedOut],
// [ErrLimit], [ErrIO], [ErrFull].
func (a *Account) Push(payload []byte) error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	cPayload, cPayloadCount := data(payload)
	return failure(C.go_account_push(handle, cPayload, cPayloadCount))
}

// Digest computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same
// on every machine. It is not safe against attackers.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath].
// Cost: O(what changed since the last call).
func (a *Account) Digest(path string) (uint64, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return 0, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return 0, err
	}
	defer a.leave()
	var cDigest C.uint64_t
	err = failure(C.go_badge_digest(handle, cPath, &cDigest))
	return uint64(cDigest), err
}

// Diff returns the minimal patch from one subtree to another, of the same engine.
//
// Errors: [ErrPath].
// Cost: O(what differs).
func (a *Account) Diff(path string, to *Account, toPath string) ([]byte, error) {
	texts := &texts{}
	defer texts.free()
	cPath, cToPath := texts.text(path), texts.text(toPath)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	cTo, err := to.enter()
	if err != nil {
		return nil, err
	}
	defer to.leave()
	content, err := bytesOut(func(out *C.tally_bytes) C.tally_go_answer {
		return C.go_badge_diff(handle, cPath, cTo, cToPath, out)
	})
	return content, err
}

// Snapshot takes a snapshot of a path.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath].
// Cost: O(n log n) at most in the nodes listed below.
func (a *Account) Snapshot(path string) (*Snapshot, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return nil, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return nil, err
	}
	defer a.leave()
	var raw *C.tally_snapshot
	err = failure(C.go_snapshot_take(handle, cPath, &raw))
	return newSnapshot(raw, err)
}

// Restore replaces the contents of path and its subtree with a snapshot.
//
//   - path: root, or components separated by dots
//
// Errors: [ErrPath], [ErrLimit], [ErrConflict], [ErrIO], [ErrFull].
func (a *Account) Restore(path string, snapshot *Snapshot) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	cSnapshot, err := snapshot.enter()
	if err != nil {
		return err
	}
	defer snapshot.leave()
	return failure(C.go_badge_restore(handle, cPath, cSnapshot))
}

// Apply applies a patch at a path.
//
//   - path: root, or components separated by dots
//   - ApplyOverwrite: writes the state after the patch, whatever the state is now
//
// Errors: [ErrPath], [ErrLimit], [ErrMalformed], [ErrIO], [ErrFull], [ErrConflict] (the nodes are not in the state
// that the patch begins with; the message names the first).
func (a *Account) Apply(path string, patch []byte, flags ApplyFlags) error {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	cPatch, cPatchCount := data(patch)
	return failure(C.go_badge_apply(handle, cPath, cPatch, cPatchCount, C.uint32_t(flags)))
}

// Verify recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful
// hosts.
//
// Errors: [ErrInternal] (the message has the first wrong path).
// Cost: O(nodes).
func (a *Account) Verify() error {
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_account_verify(handle))
}

// BatchPosition reads how far a source was applied by [Account.Batch].
//
// Errors: [ErrNotFound] (no batch of this source was applied), [ErrIO], [ErrCorrupt].
func (a *Account) BatchPosition(source string) (Position, error) {
	texts := &texts{}
	defer texts.free()
	cSource := texts.text(source)
	if texts.err != nil {
		return Position{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Position{}, err
	}
	defer a.leave()
	raw := &C.tally_position{struct_size: C.sizeof_tally_position}
	err = failure(C.go_account_get_position(handle, cSource, raw))
	return readPosition(raw, nil), err
}

// SetStyle replaces the style of a path.
//
//   - path: root, or components separated by dots
//
// nil, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in the
// order of "Watching".
//
// Errors: [ErrPath], [ErrLimit], [ErrArgument] (an unknown field or overflow, an invalid icon), [ErrRange] (a number,
// also NaN).
// Cost: O(observers of the account, times the depth of their paths).
func (a *Account) SetStyle(path string, style *Style) error {
	texts := &texts{}
	defer texts.free()
	cPath, cStyle := texts.text(path), styleOf(style, texts)
	if texts.err != nil {
		return texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return err
	}
	defer a.leave()
	return failure(C.go_style_set(handle, cPath, cStyle))
}

// Present reads how to draw a path.
//
//   - path: root, or components separated by dots
//
// Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
// style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing, and
// has the style that it would inherit.
//
// Errors: [ErrPath].
// Cost: O(depth of the path).
func (a *Account) Present(path string) (Presentation, error) {
	texts := &texts{}
	defer texts.free()
	cPath := texts.text(path)
	if texts.err != nil {
		return Presentation{}, texts.err
	}
	handle, err := a.enter()
	if err != nil {
		return Presentation{}, err
	}
	defer a.leave()
	raw := &C.tally_presentation{struct_size: C.sizeof_tally_presentation}
	text, err := textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_badge_present(handle, cPath, raw, buffer, capacity, length)
	})
	return readPresentation(raw, []byte(text)), err
}

// Path returns the path of a node. It begins with root.
func (n *Node) Path() (string, error) {
	handle, err := n.enter()
	if err != nil {
		return "", err
	}
	defer n.leave()
	return textOut(func(buffer *C.char, capacity C.size_t, length *C.size_t) C.tally_go_answer {
		return C.go_node_get_path(handle, n.raw, buffer, capacity, length)
	})
}

// Set sets the node's own badge to count: see [Account.Set].
//
// Errors: [ErrLimit], [ErrRange].
func (n *Node) Set(count int64) error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_set(handle, n.raw, C.int64_t(count)))
}

// Dot sets the node's own badge to a dot.
//
// Errors: [ErrLimit].
func (n *Node) Dot() error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_dot(handle, n.raw))
}

// SetUntil sets the node's own badge with an end: see [Account.SetUntil].
//
//   - until: when it ends; the zero time: it does not
//
// Errors: [ErrLimit], [ErrRange].
func (n *Node) SetUntil(count int64, until time.Time) error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_set_until(handle, n.raw, C.int64_t(count), timestamp(until)))
}

// DotUntil sets the node's own badge to a dot with an end: see [Account.DotUntil].
//
//   - until: when it ends; the zero time: it does not
//
// Errors: [ErrLimit], [ErrRange].
func (n *Node) DotUntil(until time.Time) error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_dot_until(handle, n.raw, timestamp(until)))
}

// Add adds to the node's own count: see [Account.Add].
//
// Errors: [ErrLimit], [ErrRange].
func (n *Node) Add(delta int64) error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_add(handle, n.raw, C.int64_t(delta)))
}

// Clear clears the badge of a node: see [Account.Clear].
//
// Returns [StatusOK] or [StatusHeld].
// Errors: [ErrLimit], [ErrIO], [ErrFull].
func (n *Node) Clear() (Status, error) {
	handle, err := n.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer n.leave()
	return answered(C.go_node_clear(handle, n.raw))
}

// ClearTree clears a whole subtree: see [Account.ClearTree].
//
// Returns [StatusOK] or [StatusHeld].
// Errors: [ErrLimit], [ErrIO], [ErrFull].
func (n *Node) ClearTree() (Status, error) {
	handle, err := n.enter()
	if err != nil {
		return StatusClosed, err
	}
	defer n.leave()
	return answered(C.go_node_clear_tree(handle, n.raw))
}

// Mute mutes a node: see [Account.Mute].
//
//   - until: when it ends; the zero time: it does not
//
// Errors: [ErrLimit], [ErrArgument] (an unknown mode), [ErrRange].
func (n *Node) Mute(mode MuteMode, until time.Time) error {
	handle, err := n.enter()
	if err != nil {
		return err
	}
	defer n.leave()
	return failure(C.go_node_mute(handle, n.raw, C.int32_t(mode), timestamp(until)))
}

// Get reads what a node shows: see [Account.Get].
func (n *Node) Get() (Badge, error) {
	handle, err := n.enter()
	if err != nil {
		return Badge{}, err
	}
	defer n.leave()
	raw := &C.tally_badge{}
	err = failure(C.go_node_get(handle, n.raw, raw))
	return readBadge(raw, nil), err
}
