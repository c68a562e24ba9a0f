"""The host's own transport: requests, and the callbacks that get them."""

from __future__ import annotations

import ctypes
import weakref
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Mapping, Tuple, Union

from . import _callbacks
from . import _calls as call
from . import _declarations as declarations
from .errors import Status, TallyError
from .types import RequestKind

if TYPE_CHECKING:
    from .engine import Engine


def notifier(notify: Callable[[], None]) -> Callable[[Any], None]:
    def wake(_: Any) -> None:
        try:
            notify()
        except BaseException as problem:
            _callbacks.report(problem, notify)
    return wake


def sender(engine: weakref.ref[Engine], transport: Callable[[Request], None]) -> Callable[[Any, Any], None]:
    def send(_: Any, request: Any) -> None:
        try:
            target = engine()
            if target is not None:
                _hand_on(transport, Request(target, request.contents))
        except BaseException as problem:
            _callbacks.report(problem, transport)
    return send


class Request:
    """A request for a transport: to send (kind SEND), or to cancel (CANCEL)."""

    def __init__(self, engine: Engine, request: Any):
        self._engine, self.kind = engine, RequestKind(request.kind)
        self.id: int = request.id
        self.method: str = request.method.decode()
        self.url: str = request.url.decode()
        lines = [line.partition(": ") for line in (request.headers or b"").decode().split("\r\n") if line]
        #: Pairs of a name and a value.
        self.headers: List[Tuple[str, str]] = [(name, value) for name, _, value in lines]
        self.body = ctypes.string_at(request.body, request.body_size) if request.body_size else b""
        self.max_size: int = request.max_size
        self.request_timeout: int = request.request_timeout
        self.idle_timeout: int = request.idle_timeout
        #: It carries a credential: follow redirects only within the same origin.
        self.has_credential = bool(request.flags & declarations.TALLY_REQUEST_FLAG_CREDENTIAL)

    def __repr__(self) -> str:
        # Neither the URL nor the headers, which may have a credential.
        return f"<Request {self.id} {self.kind.name} {self.method}>"

    def respond(self, status: int, headers: Union[Mapping[str, str], Iterable[Tuple[str, str]], None] = None,
               body: Union[bytes, str] = b"") -> None:
        """Reports the response, once, on any thread. status: of HTTP, or the reason why there is none:
        Status.ERROR_NETWORK, _TLS, _TIMEOUT, _PROTOCOL or _TOO_LARGE, with a description as the body. headers: a mapping
        or pairs. NotFoundError: the request has ended."""
        pairs = headers.items() if isinstance(headers, Mapping) else headers or ()
        lines = "".join(f"{name}: {value}\r\n" for name, value in pairs)
        self._engine._call(call.transport_respond, self.id, status, lines, body)

    def progress(self) -> None:
        """Reports that a part of the response has come, so that idle_timeout starts again."""
        self._engine._call(call.transport_progress, self.id)


def _hand_on(transport: Callable[[Request], None], request: Request) -> None:
    """A transport that fails has not reached the server."""
    try:
        transport(request)
    except BaseException as problem:
        if request.kind == RequestKind.SEND:
            try:
                request.respond(Status.ERROR_NETWORK, body=f"the transport failed: {problem!r}"[:300])
            except TallyError:
                pass
        raise
