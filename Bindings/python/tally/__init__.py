"""Tally, an embeddable engine for unread badges.

    with tally.Engine("badges.db") as engine, engine.account("ann") as ann:
        ann.set("root.chat.bo", 3)
        print(ann.get("root"))

Everything may be used from any thread. Errors are raised as TallyError, of which there is a class for each status;
qualified successes (HELD, MORE, …) are returned. Points in time are milliseconds since 1970 or datetimes; what a call
waits is in seconds.
"""

from . import errors, paths, types
from ._functions import account_hash, inverse, patch_list, patch_list_page, present, recover, try_mapping, vacuum
from ._generated import *  # noqa: F403
from ._library import raw
from ._transport import Request
from ._watching import Scope, View, Widget
from .account import Account, Feeds, Groups, Messages, Node, Outbox, Reminders
from .batch import Batch, BatchResult
from .changes import Changes
from .engine import Engine
from .errors import *  # noqa: F403
from .errors import IOError as IOError  # Python has these names too, so `import *` leaves them out.
from .errors import PermissionError as PermissionError
from .errors import TimeoutError as TimeoutError
from .events import Events
from .feed import Feed
from .items import Item
from .snapshot import HEADER_VERSION, Snapshot, status_message, status_name, version, version_number
from .types import *  # noqa: F403

__version__ = HEADER_VERSION
__all__ = [
    "HEADER_VERSION", "Account", "Batch", "BatchResult", "Changes", "Engine", "Events", "Feed", "Feeds",
    "Groups", "Item", "Messages", "Node", "Outbox", "Reminders", "Request", "Scope", "Snapshot",
    "View", "Widget", "__version__",
    "account_hash", "errors", "inverse", "patch_list", "patch_list_page", "paths", "present", "raw",
    "recover", "status_message", "status_name", "try_mapping", "types", "vacuum", "version", "version_number",
]
__all__ += errors.__all__
__all__ += types.__all__
