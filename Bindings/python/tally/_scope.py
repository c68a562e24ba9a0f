"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _calls as call
from . import _declarations as declarations
from ._callbacks import EventCallback
from ._receivers import Observing

if TYPE_CHECKING:
    from .account import Account
    from .feed import Feed


class ScopeMethods(Observing):
    """The methods of Scope that follow from the header."""

    _kind = "scope"

    def observe(self, account: Account, path: str, callback: Optional[EventCallback] = None, *, subtree: bool = False,
                initial: bool = False) -> int:
        """Observes a path. The observer is notified at most once a transaction, and only if what the path shows
        changed.

        account: an account of the same engine
        path: `root`, or components separated by dots
        callback: None: only `Engine.next_event` returns the events
        subtree: the path itself and everything below it
        initial: the current state of the path is reported first

        Observing twice with the same scope, account, path, `subtree` and callback is one observer. Each registration
        needs its own `Scope.unobserve`. This holds for all observers and widgets.

        Returns a token that identifies the observer in events and for `Scope.unobserve`.
        Raises PathError, LimitError.
        Cost: O(1); of a subtree O(badges shown below).
        """
        return self._observe(
            call.observe, callback, account, path, declarations.TALLY_SUBTREE * subtree
            | declarations.TALLY_OBSERVE_INITIAL * initial)

    def observe_messages(self, account: Account, path: str, callback: Optional[EventCallback] = None, *,
                         subtree: bool = False) -> int:
        """Observes the messages at a path; with `subtree` also those below.

        account: an account of the same engine
        path: `root`, or components separated by dots
        callback: called with each event; None: only `Engine.next_event` returns the events
        subtree: the path itself and everything below it

        The observer is notified initially, and then at most once a transaction that adds, changes, removes, sees, reads
        or unreads any. The event has their numbers.

        Raises PathError, LimitError, IOError, FullError, CorruptError.
        Cost: O(messages there), now and for each event.
        """
        return self._observe(call.observe_messages, callback, account, path, declarations.TALLY_SUBTREE * subtree)

    def observe_groups(self, account: Account, callback: Optional[EventCallback] = None, *,
                       initial: bool = False) -> int:
        """Observes the groups of an account.

        account: an account of the same engine
        callback: called with each event; None: only `Engine.next_event` returns the events
        initial: the current state of the path is reported first

        A group is reported at most once a transaction: if its messages change, it is seen, or the words of its summary
        change. It may be gone then. `initial` reports all groups.

        Raises LimitError, IOError, FullError, CorruptError.
        """
        return self._observe(call.observe_groups, callback, account, declarations.TALLY_OBSERVE_INITIAL * initial)

    def observe_total(self, callback: Optional[EventCallback] = None, *, initial: bool = False) -> int:
        """Observes the total over all logged-in accounts.

        callback: called with each event; None: only `Engine.next_event` returns the events
        initial: the current state of the path is reported first

        Raises LimitError.
        """
        return self._observe(call.observe_total, callback, declarations.TALLY_OBSERVE_INITIAL * initial)

    def observe_feed(self, feed: Feed, callback: Optional[EventCallback] = None) -> int:
        """Observes the requests of a feed, and the pages that the host delivers.

        callback: called with each event; None: only `Engine.next_event` returns the events

        Each SYNCED of the feed then also comes with the observer's token. While the account is not in memory
        (max_loaded_accounts), its number is the last known one.

        Raises LimitError, NotFoundError (the feed was removed).
        """
        return self._observe(call.observe_feed, callback, feed, 0)

    def observe_feeds(self, callback: Optional[EventCallback], account: Optional[Account] = None) -> int:
        """Observes all feeds of an account: SYNCED, DRIFT, and AUTH, also that of the outbox.

        callback: required
        account: None: all accounts, also later ones

        The observer is called for the events that `Engine.next_event` returns without a token, before it returns them.
        In the callback they have the observer's token.

        Raises LimitError.
        """
        return self._observe(call.observe_feeds, callback, account, 0)

    def observe_reminders(self, callback: Optional[EventCallback], account: Optional[Account] = None) -> int:
        """Observes the reminders of an account: the event REMINDER, as `Scope.observe_feeds` does for feeds.

        callback: required
        account: None: all accounts, also later ones

        Raises LimitError.
        """
        return self._observe(call.observe_reminders, callback, account, 0)

    def refresh_widgets(self) -> None:
        """Draws all widgets of the scope again, for example when a window has come back.

        Order: deeper paths first, then the bytes of the paths, then the order of binding.
        """
        call.widget_refresh(self)
