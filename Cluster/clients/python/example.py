"""Drives the client by commands, one a line, from standard input:

    python3 example.py nats://127.0.0.1:4222 [INBOX_PREFIX [PREFIX]]

    publish ACCOUNT ID OPS                   prints: position N
    query VERB ACCOUNT AT_LEAST MEMBERS      prints: result JSON
    watch ACCOUNT                            prints: ready; then for each change: changed JSON

OPS is a JSON array and MEMBERS a JSON object. A command that fails prints: failed REASON.
"""

import asyncio
import json
import sys

from tally_cluster import QueryFailed, Tally


def say(word, text=""):
    print(word, text, flush=True)


async def run(tally, line):
    verb, *rest = line.split(" ", 1)
    if verb == "publish":
        account, id, ops = rest[0].split(" ", 2)
        say("position", await tally.publish(account, json.loads(ops), id))
    elif verb == "query":
        verb, account, at_least, members = rest[0].split(" ", 3)
        say("result", json.dumps(await tally.query(verb, account, int(at_least), **json.loads(members))))
    elif verb == "watch":
        await tally.subscribe(rest[0], lambda changed: say("changed", json.dumps(changed)))
        say("ready")
    else:
        say("failed", f"unknown command {verb}")


async def main(url, inbox_prefix="_INBOX", prefix="tally"):
    async with await Tally.connect(url, prefix=prefix, inbox_prefix=inbox_prefix.encode()) as tally:
        while line := await asyncio.to_thread(sys.stdin.readline):
            try:
                await run(tally, line.rstrip("\n"))
            except (QueryFailed, TimeoutError, ValueError) as error:
                say("failed", str(error))


asyncio.run(main(*sys.argv[1:]))
