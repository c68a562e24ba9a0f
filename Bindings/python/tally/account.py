"""Accounts and nodes, and the groups of an account's methods."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Optional

from . import _calls as call
from . import _declarations as declarations
from ._account import AccountMethods
from ._library import Box, answer, handle_box, raw, release_dropped, structure
from ._node import NodeMethods
from ._rooms import FeedsMethods, GroupsMethods, MessagesMethods, OutboxMethods, RemindersMethods
from ._values import pages as pages
from .batch import Batch, BatchResult, checked
from .changes import Changes

if TYPE_CHECKING:
    from .engine import Engine


class _Holders:
    """Counts the objects that use an account's handle: the account and its nodes, which are collected in any order. The
    last one releases it."""

    def __init__(self, handle: int):
        self._handle, self._others = handle, [True]

    def enter(self) -> _Holders:
        self._others.append(False)
        return self

    def leave(self, _: Any = None) -> None:
        if self._others.pop():  # pop is atomic: of several threads, one gets True.
            raw.tally_account_release(self._handle)

    def leave_node(self, node: int) -> None:
        raw.tally_node_release(self._handle, node)
        self.leave()


class Account(AccountMethods):
    """An account, with its own tree of badges, feeds and messages. Any thread may use it. Closing it, or dropping the
    last reference, releases the handle. The account stays open in the engine, stays logged in and continues to sync."""

    def __init__(self, engine: Engine, name: str, handle: int):
        self.engine, self.name, self._holders = engine, name, _Holders(handle)
        self._box = Box(handle, self._holders.leave, engine)

    def __repr__(self) -> str:
        return f"<Account {self.name!r}>"

    def changes(self, since: Optional[int] = None, epoch: int = 0) -> Changes:
        """Returns what changes after a revision (None: after now), for programs that poll."""
        return Changes(self, since, epoch)

    def batch(self, batch: Batch, *, each: bool = False, source: Optional[str] = None, epoch: int = 0,
              position: int = 0, id: Optional[str] = None) -> BatchResult:
        """Applies a batch, all or none. With a source (a log, with its owner's epoch and a position) or an id it is
        applied once: a repeated batch returns ALREADY_APPLIED. `batch.results` has the result of each operation.

        each: performs each operation on its own, which is the fastest way to change many badges by their nodes. The call
            raises the error of the first rejected one, after the others were performed
        """
        release_dropped()
        flags = declarations.TALLY_BATCH_EACH if each else 0
        options = structure(declarations.tally_batch_options, flags=flags, source=source, epoch=epoch, position=position,
                            id=id)
        revision = ctypes.c_uint64()
        operations = ctypes.cast(checked(batch)._memory(), ctypes.POINTER(declarations.tally_operation))
        status = raw.tally_badge_batch(handle_box(self), operations, len(batch), options, ctypes.byref(revision))
        return BatchResult(answer(status), revision.value)

    def node(self, path: str) -> Node:
        """Resolves a path, so that operations need not look it up again."""
        return Node(self, call.node_resolve(self, path)[1])

    # --- Groups of methods ---

    @property
    def feeds(self) -> Feeds:
        """The feeds of the account."""
        return Feeds(self)

    @property
    def messages(self) -> Messages:
        """The messages of the account, newest first."""
        return Messages(self)

    @property
    def groups(self) -> Groups:
        """The unseen messages of the account, grouped by their threads."""
        return Groups(self)

    @property
    def outbox(self) -> Outbox:
        """Reads and changes that the account sends to its server."""
        return Outbox(self)

    @property
    def reminders(self) -> Reminders:
        """The reminders of the account."""
        return Reminders(self)


class Node(NodeMethods):
    """A resolved path. It has the methods of its account, without the path."""

    def __init__(self, account: Account, number: int):
        self.account, self._number = account, number
        self._box = Box(number, account._holders.enter().leave_node, account.engine)


class Feeds(FeedsMethods):
    """The feeds of an account."""


class Messages(MessagesMethods):
    """The messages of an account, newest first."""


class Groups(GroupsMethods):
    """The unseen messages of an account, grouped by their threads. The group with the newest message comes first."""


class Outbox(OutboxMethods):
    """Reads and changes that the account sends to its server."""


class Reminders(RemindersMethods):
    """The reminders of an account. Days are dates, or numbers like 20260131."""
