"""Scopes with their views and widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from . import _calls as call
from . import _declarations as declarations
from ._scope import ScopeMethods
from .errors import Status
from .types import Presentation

if TYPE_CHECKING:
    from .account import Account


class Widget(Protocol):
    """The functions that `Scope.bind` calls. Each gets the path, how to draw it, and the text."""

    def show_dot(self, path: str, presentation: Presentation, text: str, /) -> Any:
        """Draws a dot."""
        ...

    def show_number(self, path: str, presentation: Presentation, text: str, /) -> Any:
        """Draws a number. text: the number, perhaps capped."""
        ...

    def show_icon(self, path: str, presentation: Presentation, text: str, /) -> Any:
        """Draws an icon. text: its name."""
        ...

    def hide(self, path: str, presentation: Presentation, text: str, /) -> Any:
        """Draws nothing."""
        ...


class Scope(ScopeMethods):
    """Observers, views and widgets of any accounts. Their callbacks run inside `dispatch`, `next_event` and `step`, on
    the thread that called them. Closing the scope removes them, and waits for callbacks on other threads."""

    def close(self) -> None:
        """Removes what the scope holds. Closing again does nothing."""
        if self._box is not None:
            self.engine._scopes.discard(self._box)
        super().close()
        self._forget_all()

    def unobserve(self, token: int) -> None:
        """Removes an observer, unbinds a widget or ends a view. Its callback is never called again. An observer that was
        added twice stays until it is removed twice."""
        call.unobserve(self, token)
        self._forget(token)

    def bind(self, account: Account, path: str, widget: Widget) -> int:
        """Binds a widget to a path. The widget has show_dot, show_number, show_icon and hide, each a function of the
        path, a Presentation and a text. The one that fits is called whenever the badge looks different. Binding the same
        widget to the same path again returns the first one's token."""
        return self._register(call.widget_bind, widget, account, path, event=self.engine._callbacks.widget)

    def begin_view(self, account: Account, path: str, *, subtree: bool = False, read: bool = False) -> View:
        """Reports that the user looks at a path. Until the view ends, the path is cleared, now and whenever it lights
        up. subtree: so is everything below it. read: messages are marked read, not only seen."""
        flags = declarations.TALLY_SUBTREE * subtree | declarations.TALLY_VIEW_READ * read
        status, token = call.view_begin(self, account, path, flags)
        return View(self, token, status)

    def end_view(self, view: View) -> None:
        """Reports that the user no longer looks. Nothing else changes."""
        call.view_end(self, view.token)
        view.token = 0


class View:
    """A view of a path. It lasts until `close` or the end of a `with`. status: HELD if a child still lights it."""

    def __init__(self, scope: Scope, token: int, status: Status):
        self.scope, self.token, self.status = scope, token, status

    def close(self) -> None:
        """Ends the view. Closing again does nothing."""
        if self.token and not self.scope.closed:
            self.scope.end_view(self)

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
