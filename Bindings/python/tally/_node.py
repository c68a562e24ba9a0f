"""Generated from include/tally.h by Bindings/tools/generate.py: not to be edited."""

from __future__ import annotations

from . import _calls as call
from ._receivers import Resolved
from ._values import Until, milliseconds
from .errors import Status
from .types import Badge, Mute


class NodeMethods(Resolved):
    """The methods of Node that follow from the header."""

    _kind = "node"

    @property
    def path(self) -> str:
        """Returns the path of a node. It begins with `root`."""
        return self._call(call.node_get_path)[1]

    def set(self, count: int, until: Until = None) -> None:
        """Sets the node's own badge to `count`: see `Account.set`.

        until: when the badge ends; None: it does not

        Raises LimitError, RangeError.
        """
        if until is None:
            self._call(call.node_set, count)
        else:
            self._call(call.node_set_until, count, milliseconds(until))

    def dot(self, until: Until = None) -> None:
        """Sets the node's own badge to a dot.

        until: when the badge ends; None: it does not

        Raises LimitError.
        """
        if until is None:
            self._call(call.node_dot)
        else:
            self._call(call.node_dot_until, milliseconds(until))

    def add(self, delta: int) -> None:
        """Adds to the node's own count: see `Account.add`.

        Raises LimitError, RangeError.
        """
        self._call(call.node_add, delta)

    def clear(self) -> Status:
        """Clears the badge of a node: see `Account.clear`.

        Returns Status.OK or Status.HELD.
        Raises LimitError, IOError, FullError.
        """
        return self._call(call.node_clear)

    def clear_tree(self) -> Status:
        """Clears a whole subtree: see `Account.clear_tree`.

        Returns Status.OK or Status.HELD.
        Raises LimitError, IOError, FullError.
        """
        return self._call(call.node_clear_tree)

    def mute(self, mode: Mute, until: Until = None) -> None:
        """Mutes a node: see `Account.mute`.

        until: when it ends; None: it does not

        Raises LimitError, ArgumentError (an unknown mode), RangeError.
        """
        self._call(call.node_mute, mode, milliseconds(until))

    def get(self) -> Badge:
        """Reads what a node shows: see `Account.get`."""
        return self._call(call.node_get)[1]
