#!/usr/bin/env python3
"""Follows an account's badges in asyncio, while something else changes them.

    python3 follow.py [FILE]
"""

import asyncio
import sys
from typing import Optional

import tally


async def change(account: tally.Account) -> None:
    for number in range(1, 4):
        account.set("root.chat.bo", number)
        account.messages.post("root.mail", title=f"letter {number}")
        await asyncio.sleep(0.01)
    account.clear_tree("root")


async def main(file: Optional[str]) -> None:
    async with tally.Engine(file) as engine:
        with engine.account("ann") as ann, engine.scope() as scope:
            root = scope.observe(ann, "root", initial=True)
            changing = asyncio.ensure_future(change(ann))
            async for event in engine.events():
                presentation, text = ann.present("root")
                print("root", text or presentation.kind.name.lower())
                if event.token == root and not event.badge_kind and changing.done():
                    break
            await changing


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
