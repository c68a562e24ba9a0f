"""Feeds: where the unread comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

from . import _calls as call
from ._callbacks import EventCallback
from ._feed import FeedMethods
from ._library import Box, raw
from ._receivers import event_callback

if TYPE_CHECKING:
    from .account import Account


class Feed(FeedMethods):
    """A feed of an account, for any thread. Closing it releases the handle; the feed goes on."""

    def __init__(self, account: Account, name: str, handle: int):
        self.account, self.name = account, name
        self._box = Box(handle, raw.tally_feed_release, account)

    def __repr__(self) -> str:
        return f"<Feed {self.name!r}>"

    def refresh_now(self, callback: Optional[EventCallback] = None) -> int:
        """Sends a request immediately, and returns a token. Exactly one event COMPLETION with this token follows."""
        return call.feed_refresh_now(self, *event_callback(self.account.engine, callback))[1]
