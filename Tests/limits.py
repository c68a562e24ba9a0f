"""Shared by the tests in Python: the end of a hang, and ports that stay free."""

import contextlib
import socket

# Every wait for something ends after this time, so that a hang fails the test and says what did not come. Nothing else
# depends on it: a slow machine needs only a part of it.
HANG_SECONDS = 120


@contextlib.contextmanager
def reserved_port():
    """A port of 127.0.0.1 for a server of another process. It is bound here, so no other process is given it, and a
    server that sets SO_REUSEADDR, as most do, can listen at it."""
    with socket.socket() as holder:
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]
