"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from typing import Optional

from . import _calls as call
from ._library import Handle
from ._options import credential
from ._receivers import feed_info
from ._values import Content
from .types import CredentialKind, FeedInfo, PageInfo


class FeedMethods(Handle):
    """The methods of Feed that follow from the header."""

    _kind = "feed"

    def remove(self) -> None:
        """Removes a feed, its messages, and the badges that its responses have set. Where another feed has set a badge
        before, or the host has, that one shows again.

        Pending completions get CancelledError.

        Raises IOError, FullError.
        """
        call.feed_remove(self)

    def refresh(self) -> None:
        """Polls soon, unless a request is in flight.

        Raises LoggedOutError, UnsupportedError (no URL).
        """
        call.feed_refresh(self)

    def page_shown(self, page: int) -> PageInfo:
        """Reports that a page is shown. A page that is shown at log-in is shown for the first time then. Repeating the
        call does nothing.

        page: its number, below MAX_FEED_PAGES

        Returns -1 and zeros if the user does not begin to see the page.
        Raises RangeError (of the page).
        """
        return call.feed_show_page(self, page)[1]

    def page_hidden(self, page: int) -> None:
        """Reports that a page is no longer shown. Repeating the call does nothing.

        Raises RangeError.
        """
        call.feed_hide_page(self, page)

    def cancel(self) -> None:
        """Cancels the request in flight and the one that waits for it, if any.

        Completions get CancelledError, and no SYNCED follows. Pages that were applied stay. The feed goes on with its
        interval.
        """
        call.feed_cancel(self)

    def pause(self, paused: bool = True) -> None:
        """Pauses or resumes a feed.

        A paused feed polls neither by timers nor because of pages. A request in flight, `Feed.refresh` and
        `Feed.refresh_now` work as usual. What became due meanwhile happens once. Not stored.
        """
        call.feed_pause(self, bool(paused))

    def set_credential(self, *, plain: bool = False, kind: CredentialKind, name: Optional[str] = None,
                       secret: Optional[str] = None, format: Optional[str] = None) -> None:
        """Gives a feed a credential of its own, or replaces it. It goes to the server of the feed's URL, and to no
        other one.

        plain: it may also be sent over http: to another machine, where others can read it
        name: BASIC, HEADER, QUERY; otherwise None
        format: HEADER: the value, in which {token} stands for the secret. None: the secret alone

        If the feed gets a URL of another server, the credential is not sent until it is set again.

        Raises URLError (the feed has none), ArgumentError (as `Account.set_credential`), IOError, FullError.
        """
        call.feed_set_credential(self, credential(plain=plain, kind=kind, name=name, secret=secret, format=format))

    def remove_credential(self) -> None:
        """Removes the feed's own credential: that of the account for its server counts again.

        Raises IOError, FullError.
        """
        call.feed_remove_credential(self)

    @property
    def info(self) -> FeedInfo:
        """Reads the state of a feed, and its title: the last one that the server sent, or that of the options."""
        return feed_info(call.feed_get(self))

    def deliver(self, page: Content) -> None:
        """Applies a page that the host received in another way.

        The page is applied like a response with status 200: in one transaction, and by the feed's mapping if there is
        one. A SYNCED event follows. Timers are unchanged.

        If a request would start from scratch (`reset`, another epoch, a new URL), this page replaces everything and
        must not say `more`. Otherwise `more` is ignored. What the user reads or unreads during a request stays. A
        request in flight continues; if its response has news, it is repeated from this page's cursor, so the cursor
        never goes back.

        Raises ProtocolError, TooLargeError (max_response_bytes), LoggedOutError, CancelledError (the URL has just
        changed), LimitError, IOError, FullError.
        Cost: O(size).
        """
        call.feed_deliver(self, page)

    def push(self, payload: Content) -> None:
        """Applies a push to one feed, as `Account.push` does. `feed` in the payload is ignored.

        Raises ProtocolError, TooLargeError, LoggedOutError, LimitError, IOError, FullError.
        """
        call.feed_push(self, payload)
