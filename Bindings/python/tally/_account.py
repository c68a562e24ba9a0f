"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator, Optional, Tuple

from . import _calls as call
from . import _declarations as declarations
from ._library import Handle
from ._options import account_settings, badge_rule, credential
from ._receivers import revised
from ._values import Content, Duration, Until, milliseconds, pages
from .errors import Status
from .presentation import style_of, style_structure
from .snapshot import Snapshot
from .types import (
    AccountSettingsEntry,
    AccountState,
    Badge,
    BadgeEntry,
    BadgeRule,
    Counting,
    CredentialKind,
    Drift,
    Feeding,
    Grouping,
    Link,
    Mute,
    OutboxMode,
    OwnBadge,
    Page,
    Position,
    Presentation,
    Reason,
    Style,
)

if TYPE_CHECKING:
    from .account import Account


class AccountMethods(Handle):
    """The methods of Account that follow from the header."""

    _kind = "account"

    def set_credential(self, url: str, *, plain: bool = False, kind: CredentialKind, name: Optional[str] = None,
                       secret: Optional[str] = None, format: Optional[str] = None) -> None:
        """Gives the account a credential for one server, or replaces it.

        url: one of the server's; only its origin counts (scheme, host and port)
        plain: it may also be sent over http: to another machine, where others can read it
        name: BASIC, HEADER, QUERY; otherwise None
        format: HEADER: the value, in which {token} stands for the secret. None: the secret alone

        Feeds and the outbox send it to this origin only. It does not follow a redirect or a link to the next page to
        another one. It is kept in memory until the account logs out, and is never stored, listed, traced or logged.
        Feeds of the server that stopped because it rejected the last credential poll again.

        In later runs its feeds of the server wait until they have a credential: instead of a request, an event AUTH
        follows. The same is true of an outbox that is sent to the server.

        Raises URLError, ArgumentError (also: it would be sent without encryption, and the flag PLAIN is not set),
        LimitError (64 servers), IOError, FullError.
        """
        call.account_set_credential(
            self, url, credential(plain=plain, kind=kind, name=name, secret=secret, format=format))

    def remove_credential(self, url: str) -> None:
        """Removes the account's credential for the server of `url`, if there is one. Its feeds of the server, and an
        outbox that is sent there, need none.

        Raises URLError, IOError, FullError.
        """
        call.account_remove_credential(self, url)

    def log_in(self) -> None:
        """Logs in: the feeds of the account may send requests from now on.

        This is stored. When a later run opens the account, it is logged in again, and its stored feeds run, without a
        call. A feed whose requests had a credential waits until it is given one: credentials are never stored. A feed
        that cannot run is logged. Logging in again restarts feeds that stopped because a server rejected their
        credential.

        With `logged_out` accounts begin logged out, only feeds that were added or found run, and log-ins are not
        stored. A program that contains libtally.a runs stored feeds only if it calls a function of feeds.

        Raises IOError, FullError.
        """
        call.account_log_in(self)

    def log_out(self) -> None:
        """Logs out, also for later runs: stops all requests and timers of the account, and drops late responses.

        Credentials are forgotten. Pending completions get LoggedOutError. The badges stay and can be read. The total
        leaves them out.

        Raises IOError, FullError (it is logged out in this run only: repeat the call).
        """
        call.account_log_out(self)

    @property
    def state(self) -> AccountState:
        """Reads the account's state and name."""
        _, name, record = call.account_get(self)
        return record._replace(name=name)

    def configure(self, *, grouping: Optional[Grouping] = None, outbox: Optional[OutboxMode] = None,
                  feeding: Optional[Feeding] = None, outbox_kinds: Optional[int] = None,
                  outbox_request_timeout: Duration = None, outbox_idle_timeout: Duration = None,
                  language: Optional[str] = None, outbox_url: Optional[str] = None,
                  push_path: Optional[str] = None) -> None:
        """Changes settings of an account, all or none. They are stored, and apply again in every later run.

        grouping: how messages are grouped. At first AUTOMATIC
        outbox: at first OFF
        feeding: which messages feed badges where no rule holds. At first that of `Engine.account`
        outbox_kinds: what the outbox sends. At first READS and REMINDERS
        outbox_request_timeout: for a whole request, from 100 ms. At first 300,000 ms
        outbox_idle_timeout: without a byte, from 100 ms. At first 60,000 ms
        language: the language of summaries. Empty: none, so built-in words are English
        outbox_url: http: or https:, to which rows are sent with POST. SENT needs it. Empty: none
        push_path: the path whose own badge follows `aps.badge` of pushes, the icon's number; a number of 0 removes the
            badge. `root` is the root. Empty: none

        The settings are on the disk when the call returns. A call that repeats stored settings writes nothing. Another
        feeding changes what messages feed as `Account.set_rule` does at `root`, but it does not replace a rule.

        What other devices have decided is taken from the pages that follow. Without a file, mutes and snoozes of paths
        are taken, but not sent: a path that this device has decided keeps its own.

        With OutboxMode.SENT, the library sends one row at a time while the account is logged in, before any of its
        feeds is polled. Requests carry the account's credential for this server, if it has one. When the library begins
        to send, after this call or in a later run, former leases end.

            2xx, or 409 with the server's state      the row was taken
            401, or 403 without rate-limit headers   an AUTH with feed 0; nothing more until another credential or log-in
            408, 409, 429, 5xx, or no response       again: within 30 s at first, 10 minutes at last, not before Retry-After
            other 4xx                                the row has failed for good

        A program that contains libtally.a sends rows only if it calls this function, or a function of the outbox.

        Raises ArgumentError (also: an invalid language; SENT without an outbox_url), RangeError (a timeout), URLError,
        PathError, IOError, FullError; if it changes the feeding also LimitError, CorruptError.
        """
        call.account_configure(
            self, account_settings(grouping=grouping, outbox=outbox, feeding=feeding, outbox_kinds=outbox_kinds,
            outbox_request_timeout=outbox_request_timeout, outbox_idle_timeout=outbox_idle_timeout, language=language,
            outbox_url=outbox_url, push_path=push_path))

    def settings(self) -> AccountSettingsEntry:
        """Reads the settings of an account.

        Raises IOError, CorruptError.
        """
        return call.account_get_settings(self, None)[1][0]

    def export_account(self) -> bytes:
        """Returns everything that is stored for an account, to keep it or to import it into another engine: see
        docs/account-export-format.md.

        Equal accounts give equal bytes. The bytes are of one moment, even if badges are changed during the call. Of the
        settings they contain the feeding, the grouping and the language. The outbox's mode, kinds, URL and timeouts,
        the push path, styles, observers and credentials are not included.

        Raises IOError, CorruptError.
        Cost: O(stored data of the account).
        """
        return call.account_export(self)[1]

    def set(self, path: str, count: int, until: Until = None) -> None:
        """Sets the node's own badge to `count`. 0 removes the badge.

        path: `root`, or components separated by dots
        until: when the badge ends; None: it does not

        A timestamp in the past removes the badge immediately. Badges that end at the same time end in one operation,
        others in order of time. So the state does not depend on when the engine runs.

        Raises PathError, LimitError, RangeError (not 0 to MAX_COUNT).
        """
        if until is None:
            call.badge_set(self, path, count)
        else:
            call.badge_set_until(self, path, count, milliseconds(until))

    def dot(self, path: str, until: Until = None) -> None:
        """Sets the node's own badge to a dot.

        path: `root`, or components separated by dots
        until: when the badge ends; None: it does not

        Raises PathError, LimitError.
        """
        if until is None:
            call.badge_dot(self, path)
        else:
            call.badge_dot_until(self, path, milliseconds(until))

    def add(self, path: str, delta: int) -> None:
        """Adds `delta` to the node's own count; a dot or no badge counts as 0. A result of 0 removes the badge. A delta
        of 0 changes nothing. The expiry stays.

        path: `root`, or components separated by dots

        Raises PathError, LimitError, RangeError (the result is not 0 to MAX_COUNT).
        """
        call.badge_add(self, path, delta)

    def clear(self, path: str) -> Status:
        """Clears the badge of a node, because the user has looked.

        path: `root`, or components separated by dots

        The node's own badge is removed, and messages that feed it become seen. With CHILDREN aggregation nothing
        changes if a child contributes a badge.

        Removing an own badge, here or otherwise, also dismisses the badges that servers have set at the path. The same
        revision of one does not show again: see docs/concepts/claims.md.

        Returns Status.OK, or Status.HELD if the node still shows a badge, because of a child or of unread messages.
        Raises PathError, LimitError; if messages feed the node also IOError, FullError.
        """
        return call.badge_clear(self, path)

    def clear_tree(self, path: str) -> Status:
        """Clears the badges of a node and of everything below it. Messages that feed them become seen.

        path: `root`, or components separated by dots

        Returns Status.OK, or Status.HELD if the node still shows a badge, because of unread messages there or below.
        Raises PathError, LimitError; if messages feed them also IOError, FullError.
        Cost: O(badges shown below).
        """
        return call.badge_clear_tree(self, path)

    def mute(self, path: str, mode: Mute, until: Until = None) -> None:
        """Mutes a node until a timestamp, as `Account.set`.

        path: `root`, or components separated by dots
        until: when it ends; None: it does not

        Highlights are messages of level HIGHLIGHT or above. Where they pass, a mention in a muted chat still counts
        above it, as if the chat were not muted.

        Raises PathError, LimitError, ArgumentError (an unknown mode), RangeError.
        """
        call.badge_mute(self, path, mode, milliseconds(until))

    def snooze(self, path: str, until: Until) -> None:
        """Snoozes a node: until a timestamp nothing at or below it reaches its parent, not even highlights.

        path: `root`, or components separated by dots
        until: when it ends; 0: now

        The node still shows its badge. Its mute stays beside the snooze, and holds again when the snooze ends. Like a
        mute, a snooze clears no badge. A call replaces an earlier snooze. A snooze ends at its time also if the account
        is opened after it.

        Raises PathError, LimitError, RangeError (`until` is over, or negative).
        """
        call.badge_snooze(self, path, milliseconds(until))

    def flag(self, path: str, on: bool) -> None:
        """Marks a path as unread, or ends that: a flagged path shows at least a dot.

        path: `root`, or components separated by dots
        on: 1: flags the path; 0: ends the flag

        The flag feeds a dot, as a message of count 0 does, but is no message: no list, count or group has it. So set,
        dot and add leave it. It ends when its path is cleared, read by its path, or viewed, and with clear_tree of a
        path above it. The flag is on the disk when the call returns. It is part of an account's export, and not of
        snapshots.

        Raises PathError, LimitError, ArgumentError (another `on`), IOError, FullError, CorruptError.
        """
        call.badge_flag(self, path, bool(on))

    def get(self, path: str) -> Badge:
        """Reads what a path shows. An unknown path shows nothing, which is not an error, and is not created.

        path: `root`, or components separated by dots

        Raises PathError.
        """
        return call.badge_get(self, path)[1]

    def get_own(self, path: str) -> OwnBadge:
        """Reads what a path owns, with the times at which it ends. An unknown path owns nothing, which is not an error,
        and is not created.

        path: `root`, or components separated by dots

        Raises PathError; if messages or a flag feed the path also IOError, CorruptError.
        """
        return call.badge_get_own(self, path)[1]

    def set_rule(self, path: str, *, feeding: Optional[Feeding] = None, counting: Optional[Counting] = None) -> None:
        """Sets the rule of a path, for example UNREAD for mail in an account whose news are UNSEEN, or LIT for a tab of
        chats.

        path: `root`, or components separated by dots
        feeding: which messages feed the badge. DEFAULT: as above the path
        counting: how the path's number comes from its children

        The rule is on the disk when the call returns, and the badges that exist already follow it: one revision.
        Messages stay unseen, seen or read. No own badge is cleared by it. The path needs no node. Rules are part of an
        account's export, and not of snapshots.

        Without feeding, or with DEFAULT, the path has no rule of its own any more.

        Raises PathError, ArgumentError (an unknown feeding, counting or flag), LimitError (65,536 rules, or too many
        nodes), IOError, FullError, CorruptError.
        Cost: O(messages at the path and below it, and children).
        """
        call.badge_set_rule(self, path, badge_rule(feeding=feeding, counting=counting))

    def get_rule(self, path: str, *, effective: bool = False) -> BadgeRule:
        """Reads the rule that a path has of its own, or, with `effective`, what holds there.

        path: `root`, or components separated by dots
        effective: reads what holds at the path, so no member is DEFAULT

        Without a rule of its own, all members are DEFAULT, which is not an error.

        Raises PathError, IOError, CorruptError.
        """
        return call.badge_get_rule(self, path, declarations.TALLY_RULE_EFFECTIVE * effective)[1]

    def link(self, path: str, under: str) -> None:
        """Links a path under another one: it counts there too, as if it were a child.

        path: the path that counts at one more place
        under: where

        So a mention in a chat also counts at `mentions`. A path counts each badge and message below it once, however
        many ways lead to it.

        A mute holds back on each way out of its path, and not on other ways. The linked path is a child for the
        automatic clearing, for HELD, and for clear_tree of `under`, which clears it and what is below it. Clearing
        `under` alone does not. A link to one's own ancestor is allowed and changes no number. Neither path needs a
        node, and both keep theirs.

        Observers of `under`, its revision and `Account.changes` see what arrives by a link; observers of its subtree
        get no events for the linked path itself. A batch and a page are one change, with links too. Expiry clears a
        linked badge everywhere. Snapshots, patches and diffs have no links: they compare and carry what paths own. The
        link is on the disk when the call returns. Links are part of an account's export.

        Raises PathError; ConflictError (it would count at itself; the message names the way); LimitError (16 links of
        one path, max_links of the account, or too many nodes); IOError, FullError.
        Cost: O(what is lit at the path and below it, times the paths where it counts).
        """
        call.link_add(self, path, under)

    def unlink(self, path: str, under: str) -> None:
        """Removes a link. Nothing is cleared by it: `under` loses what has no other way there, and keeps a badge of its
        own.

        path: the linked path
        under: where it shall not count any more

        Raises PathError, NotFoundError (there is no such link), IOError, FullError.
        Cost: O(what is lit at the path and below it, times the paths where it counts).
        """
        call.link_remove(self, path, under)

    def links(self, path: str = "root", *, subtree: bool = False, under: bool = False) -> Iterator[Link]:
        """Lists the links of a path, sorted by the bytes of their paths and then of where they lead.

        path: `root`, or components separated by dots
        subtree: the path itself and everything below it
        under: lists the links that lead to the path, sorted by where they lead

        Raises PathError, IOError, CorruptError.
        Cost: O(log n, and rows).
        """
        return pages(
            lambda after, limit: self.links_page(path, subtree=subtree, under=under, after=after, limit=limit))

    def links_page(self, path: str = "root", *, subtree: bool = False, under: bool = False,
                   after: Optional[str] = None, limit: int = 1000) -> Page[Link]:
        """Returns a page of `links`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError, IOError, CorruptError.
        Cost: O(log n, and rows).
        """
        return call.link_list(
            self, path, declarations.TALLY_SUBTREE * subtree | declarations.TALLY_LINK_UNDER * under, after, limit)[1]

    def list(self, path: str = "root", *, subtree: bool = False) -> Page[BadgeEntry]:
        """Lists the nodes that show a badge, are muted or are snoozed, sorted by the bytes of their paths. A call that
        continues an unchanged list costs its own rows.

        path: `root`, or components separated by dots
        subtree: the path itself and everything below it

        The parts of a list are of one moment if they have the same revision.

        Returns the revision of the rows.
        Raises PathError.
        Cost: O(n log n) at most in the nodes listed below the path.
        """
        return revised(call.badge_list(self, path, declarations.TALLY_SUBTREE * subtree, None, None))

    def list_page(self, path: str = "root", *, subtree: bool = False, after: Optional[str] = None,
                  limit: int = 1000) -> Page[BadgeEntry]:
        """Returns a page of `list`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Returns the revision of the rows.
        Raises PathError.
        Cost: O(n log n) at most in the nodes listed below the path.
        """
        return revised(call.badge_list(self, path, declarations.TALLY_SUBTREE * subtree, after, limit))

    def explain(self, path: str) -> Iterator[Reason]:
        """Explains why a path shows what it shows; docs/concepts/aggregation.md explains the flags. A call that
        continues an unchanged list costs its own rows.

        path: `root`, or components separated by dots

        It lists the nodes at or below the path that own a badge or that messages or a flag feed. Behind a node are its
        flag, and those messages, oldest first. It also lists nodes below whose mute or snooze hides something. The
        nodes are sorted by the bytes of their paths. A message with further paths is listed once, under the path that
        it belongs to, even if that is not below. The contributed counts add up to the path's count. The path shows a
        badge if and only if an entry has LIGHTS. This holds for the parts together if `Account.state` gives one
        revision before and behind them.

        Raises PathError, IOError, CorruptError.
        Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
        node.
        """
        return pages(lambda after, limit: self.explain_page(path, after, limit))

    def explain_page(self, path: str, after: Optional[str] = None, limit: int = 1000) -> Page[Reason]:
        """Returns a page of `explain`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError, IOError, CorruptError.
        Cost: O(messages listed, nodes below that show a badge or are muted, or once did, and their depth); 4 bytes a
        node.
        """
        return call.badge_explain(self, path, 0, after, limit)[1]

    def drifts(self, path: str = "root", *, subtree: bool = False) -> Iterator[Drift]:
        """Lists where servers count something else than their feeds contribute, sorted by the bytes of the paths and by
        feeds.

        path: `root`, or components separated by dots
        subtree: the path itself and everything below it

        Both numbers are from the last response of the feed that had "check": see docs/wire-format.md. The last 256 of a
        feed are kept, also after the engine is closed. Exports of accounts do not contain them.

        Raises PathError, IOError, CorruptError.
        """
        return pages(lambda after, limit: self.drifts_page(path, subtree=subtree, after=after, limit=limit))

    def drifts_page(self, path: str = "root", *, subtree: bool = False, after: Optional[str] = None,
                    limit: int = 1000) -> Page[Drift]:
        """Returns a page of `drifts`.

        after: the `next` of the page before; None: the first page
        limit: the largest number of rows

        Raises PathError, IOError, CorruptError.
        """
        return call.drift_list(self, path, declarations.TALLY_SUBTREE * subtree, after, limit)[1]

    def push(self, payload: Content) -> None:
        """Applies a push: polls its feeds, and adds the message that it contains.

        payload: a JSON object, or the payload of an APNs notification with these members beside `aps`

        docs/wire-format.md ("Pushes") describes the members. All may be missing, and unknown ones are ignored.

            {"feed":"inbox", "cursor":"196014", "spread":30, "path":"inbox.mentions", "id":"196014", "title":"…", …}

        Without `feed` all feeds with a URL are polled. If the feed has reached `cursor`, nothing is polled and no
        message is added. With a `path` there is a message. Without an `id` it counts until the feed's next good
        response; without a `feed` it needs an id.

        Raises ProtocolError, TooLargeError (max_response_bytes), NotFoundError (no such feed was added),
        LoggedOutError, LimitError, IOError, FullError.
        """
        call.account_push(self, payload)

    def digest(self, path: str = "root") -> int:
        """Computes a number that is equal for equal subtrees, and hardly ever equal for others. The number is the same
        on every machine. It is not safe against attackers.

        path: `root`, or components separated by dots

        Raises PathError.
        Cost: O(what changed since the last call).
        """
        return call.badge_digest(self, path)[1]

    def diff(self, path: str, to: Account, to_path: str) -> bytes:
        """Returns the minimal patch from one subtree to another, of the same engine.

        Raises PathError.
        Cost: O(what differs).
        """
        return call.badge_diff(self, path, to, to_path)[1]

    def snapshot(self, path: str = "root") -> Snapshot:
        """Takes a snapshot of a path.

        path: `root`, or components separated by dots

        Raises PathError.
        Cost: O(n log n) at most in the nodes listed below.
        """
        return Snapshot(call.snapshot_take(self, path)[1])

    def restore(self, snapshot: Snapshot, path: str = "root") -> None:
        """Replaces the contents of `path` and its subtree with a snapshot.

        path: `root`, or components separated by dots

        Raises PathError, LimitError, ConflictError, IOError, FullError.
        """
        call.badge_restore(self, path, snapshot)

    def apply(self, path: str, patch: bytes, *, overwrite: bool = False) -> None:
        """Applies a patch at a path.

        path: `root`, or components separated by dots
        overwrite: writes the state after the patch, whatever the state is now

        Raises PathError, LimitError, MalformedError, IOError, FullError, ConflictError (the nodes are not in the state
        that the patch begins with; the message names the first).
        """
        call.badge_apply(self, path, patch, declarations.TALLY_APPLY_OVERWRITE * overwrite)

    def verify(self) -> None:
        """Recounts the whole tree, and compares the result with the stored sums. It is for tests and for careful hosts.

        Raises InternalError (the message has the first wrong path).
        Cost: O(nodes).
        """
        call.account_verify(self)

    def batch_position(self, source: str) -> Position:
        """Reads how far a source was applied by `Account.batch`.

        Raises NotFoundError (no batch of this source was applied), IOError, CorruptError.
        """
        return call.account_get_position(self, source)[1]

    def set_style(self, path: str, style: Optional[Style]) -> None:
        """Replaces the style of a path.

        path: `root`, or components separated by dots

        None, or no fields, removes it. Widgets at the path or below that look different afterwards are drawn again, in
        the order of "Watching".

        Raises PathError, LimitError, ArgumentError (an unknown field or overflow, an invalid icon), RangeError (a
        number, also NaN).
        Cost: O(observers of the account, times the depth of their paths).
        """
        call.style_set(self, path, style_structure(style))

    def style(self, path: str) -> Style:
        """Reads the style of the path itself, without what it inherits. Members that it leaves out are None.

        path: `root`, or components separated by dots

        Raises PathError.
        """
        return style_of(call.style_get(self, path))

    def present(self, path: str) -> Tuple[Presentation, str]:
        """Reads how to draw a path.

        path: `root`, or components separated by dots

        Without a count an icon shows: the one that a feed's page gave to the path's own badge, or that of the path's
        style. A page's icon is removed with its badge, and when the badge is replaced. An unknown path shows nothing,
        and has the style that it would inherit.

        Raises PathError.
        Cost: O(depth of the path).
        """
        _, text, record = call.badge_present(self, path)
        return record, text
