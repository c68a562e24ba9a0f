"""Snapshots, patches and digests byte by byte: a second implementation of docs/snapshot-format.md."""

import random

from .case import *

MASK = 2**64 - 1
NONE, DOT, COUNT = range(3)
MALFORMED = "TALLY_ERROR_MALFORMED"
MORE = "TALLY_MORE"


# The states of nodes: (badge, count, expiry, mute, end of the mute[, end of the snooze]), by their canonical paths
# below the top.

def rotated(value, bits):
    return (value << bits | value >> 64 - bits) & MASK


def rounded(state, word):
    return rotated((state + word * 0xC2B2AE3D27D4EB4F) & MASK, 31) * 0x9E3779B185EBCA87 & MASK


def finished(value):
    value = (value ^ value >> 33) * 0xC2B2AE3D27D4EB4F & MASK
    value = (value ^ value >> 29) * 0x165667B19E3779F9 & MASK
    return value ^ value >> 32


START = 0x27D4EB2F165667C5


def hashed(data):
    state = (START + len(data)) & MASK
    for place in range(0, len(data), 8):
        state = rounded(state, int.from_bytes(data[place:place + 8].ljust(8, b"\0"), "little"))
    return finished(state)


def varint(value):
    value &= MASK
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes(out + bytes([value]))


def parts(owned):
    return (*owned, 0)[:6]


def state(owned):
    badge, count, expiry, mute, end, snooze = parts(owned)
    bits = badge | (4 if expiry else 0) | mute << 3 | (32 if end else 0) | (128 if snooze else 0)
    numbers = ([count] if badge == COUNT else []) + [number for number in (expiry, end, snooze) if number]
    return bytes([bits]) + b"".join(varint(number) for number in numbers)


def sealed(magic, entries):
    """`entries`: (path, what stands behind it), in any order."""
    out, last = magic + b"\1\0" + len(entries).to_bytes(4, "little"), b""
    for path, rest in sorted((path.encode(), rest) for path, rest in entries):
        shared = 0
        while shared < min(len(last), len(path)) and last[shared] == path[shared]:
            shared += 1
        out += varint(shared) + varint(len(path) - shared) + path[shared:] + rest
        last = path
    return with_checksum(out)


def with_checksum(data):
    return (data + hashed(data).to_bytes(8, "little")).hex()


def snapshot(tree):
    return sealed(b"TLYS", [(path, state(owned)) for path, owned in tree.items()])


NOTHING = (NONE, 0, 0, 0, 0)


def patch(before, after):
    pairs = {path: (before.get(path, NOTHING), after.get(path, NOTHING)) for path in {**before, **after}}
    return sealed(b"TLYP", [(path, state(a) + state(b)) for path, (a, b) in pairs.items() if a != b])


def digest(tree):
    """The digest of a tree whose paths have no escapes."""
    badge, count, expiry, mute, end, snooze = parts(tree.get("", NOTHING))
    total = 0
    if "" in tree:
        total = rounded(rounded(rounded(START, badge + 4 * mute + (count << 32)), expiry), end)
        total = finished(rounded(total, snooze) if snooze else total) or 1
    for name in sorted({path.split(".")[0] for path in tree if path}):
        below = {path[len(name) + 1:]: owned for path, owned in tree.items() if path.split(".")[0] == name}
        inner = digest(below)
        if inner:
            total += finished(rounded(rounded(START, hashed(name.encode())), inner))
    return total & MASK


def row(owned, prefix=""):
    badge, count, expiry, mute, end, snooze = parts(owned)
    members = {"kind": (0, 1, NUMBER)[badge], "count": count, "until": expiry, "mute": mute, "mute_until": end,
               "snoozed_until": snooze}
    return {prefix + name: member for name, member in members.items()}


def listed(tree, top=""):
    """The rows of the paths at and below one, sorted by their bytes."""
    below = [path for path in tree if top in ("", path) or path.startswith(top + ".")]
    return [{"path": path, **tree[path]} for path in sorted(below, key=str.encode)]


def rows(tree, top=""):
    return {"entries": listed({path: row(owned) for path, owned in tree.items()}, top)}


def changes(before, after, top=""):
    pairs = {path: (before.get(path, NOTHING), after.get(path, NOTHING)) for path in {**before, **after}}
    return {"entries": listed({path: {**row(a, "before_"), **row(b, "after_")} for path, (a, b) in pairs.items()
                               if a != b}, top)}


EXAMPLE = {"a": (COUNT, 300, 0, 0, 0), "a.x": (DOT, 0, 5, 0, 0), "b": (NONE, 0, 0, 2, -1)}
assert snapshot(EXAMPLE) == ("544c5953010003000000" "00016102ac02" "01022e780505"
                             "00016230ffffffffffffffffff01" "daede3af948e8f87")
assert digest(EXAMPLE) == 0xCAE872579996581E


def own(one, tree, account="ann"):
    """Makes the paths own that: as it stands, whatever the order."""
    for path, owned in tree.items():
        badge, count, expiry, mute, end, snooze = parts(owned)
        where = {"account": account, "path": f"root.{path}" if path else "root"}
        until = {"until": expiry} if expiry else {}
        if badge == COUNT:
            getattr(one, "badge_set_until" if expiry else "badge_set")(count=count, **until, **where)
        elif badge == DOT:
            getattr(one, "badge_dot_until" if expiry else "badge_dot")(**until, **where)
        if mute:
            one.badge_mute(mode=mute, **({"until": end} if end else {}), **where)
        if snooze:
            one.badge_snooze(until=snooze, **where)
    return one


PATHS = ["", "a", "a.x", "a.x.y", "a.y", "ab", "ab.x", "a-b", "é", "é.日本", "b", "b.x", "b.xx", "b.xy", "root",
         "root.root", "longer than eight", "longer than eight.one", "longer than eight.two"]


def random_tree(source):
    tree = {}
    for path in source.sample(PATHS, source.randrange(1, len(PATHS))):
        badge = source.choice((NONE, DOT, COUNT))
        count = source.choice((1, 127, 128, 300, 2**32 - 1)) if badge == COUNT else 0
        expiry = source.choice((0, 0, WALL + 1, WALL + 10**9)) if badge else 0
        mute = source.choice((0, 0, 1, 2))
        end = source.choice((0, WALL + 7)) if mute else 0
        snooze = source.choice((0, 0, 0, WALL + 9))
        if badge or mute or snooze:
            tree[path] = (badge, count, expiry, mute, end, snooze)
    return tree


def cases():
    early = {"a": (COUNT, 300, 0, 0, 0), "a.x": (DOT, 0, 5, 0, 0), "b": (NONE, 0, 0, 2, 9)}
    yield (own(Case("snapshots: as in the description of the format", wall=1), early)
           .snapshot_take(path="root", out={"bytes": snapshot(early)})
           .badge_digest(path="root", out={"digest": digest(early)}))
    yield (Case("snapshots: nothing").snapshot_take(path="root", out={"bytes": snapshot({})})
           .badge_digest(path="root", out={"digest": 0}).badge_restore(path="a", snapshot=snapshot({}))
           .snapshot_diff(**{"from": snapshot({}), "to": snapshot({}), "out": {"bytes": patch({}, {})}})
           .badge_apply(path="root", patch=patch({}, {})).account_get(out={"revision": 0}))
    yield from lists()
    for seed in range(1, 9):
        source = random.Random(seed)
        before, after = random_tree(source), random_tree(source)
        one = own(Case(f"snapshots: two random trees, seed {seed}"), before).account_open(account="bob")
        own(one, after, "bob")
        there = patch(before, after)
        one.snapshot_take(path="root", out={"bytes": snapshot(before)}).badge_digest(
            path="root", out={"digest": digest(before)})
        one.snapshot_take(account="bob", path="root", out={"bytes": snapshot(after)}).badge_digest(
            account="bob", path="root", out={"digest": digest(after)})
        below = {path[2:]: owned for path, owned in before.items() if path == "a" or path.startswith("a.")}
        one.snapshot_take(path="a", out={"bytes": snapshot(below)}).badge_digest(
            path="a", out={"digest": digest(below)})
        one.badge_diff(**{"from": "ann", "from_path": "root", "to": "bob", "to_path": "root", "out": {"bytes": there}})
        one.snapshot_diff(**{"from": snapshot(before), "to": snapshot(after), "out": {"bytes": there}})
        one.patch_inverse(patch=there, out={"bytes": patch(after, before)})
        for top in ("root", "a"):
            path = "" if top == "root" else top
            one.snapshot_list(snapshot=snapshot(before), path=top, flags=SUBTREE, out=rows(before, path))
            one.patch_list(patch=there, path=top, flags=SUBTREE, out=changes(before, after, path))
        one.badge_restore(path="new.place", snapshot=snapshot(after)).snapshot_take(
            path="new.place", out={"bytes": snapshot(after)}).clear_tree("new.place")
        one.badge_restore(path="new", snapshot=snapshot({})).badge_apply(path="root", patch=there)
        yield one.snapshot_take(path="root", out={"bytes": snapshot(after)}).account_verify()
    yield from malformed()


def lists():
    """Lists that come in parts, empty ones, and what is rejected."""
    # No time is before 1970, because some languages have none.
    first = {**EXAMPLE, "b": (NONE, 0, 0, 2, 9)}
    later = {"a": (DOT, 0, 0, 0, 0), "b": first["b"], "c.d": (COUNT, 2, 0, 0, 0)}
    there = patch(first, later)
    whole, changed = rows(first)["entries"], changes(first, later)["entries"]
    yield (Case("snapshots: lists in parts")
           .snapshot_list(snapshot=snapshot(first), path="root", flags=SUBTREE, limit=2, status=MORE,
                          out={"entries": whole[:2]}, **REST)
           .snapshot_list(snapshot=snapshot(first), path="root", flags=SUBTREE, after="$rest",
                          out={"entries": whole[2:]})
           .patch_list(patch=there, path="root", flags=SUBTREE, limit=1, status=MORE,
                       out={"entries": changed[:1]}, **REST)
           .patch_list(patch=there, path="root", flags=SUBTREE, after="$rest", out={"entries": changed[1:]})
           .snapshot_list(snapshot=snapshot({}), path="root", flags=SUBTREE, out={"entries": []})
           .patch_list(patch=patch(later, later), path="root", flags=SUBTREE, out={"entries": []})
           .snapshot_list(snapshot=snapshot(first), path="a..b", flags=SUBTREE, status="TALLY_ERROR_PATH")
           .patch_list(patch="00", path="root", flags=SUBTREE, status=MALFORMED))


def malformed():
    good = bytes.fromhex(snapshot({"a": (COUNT, 300, 0, 0, 0), "b": (DOT, 0, 0, 1, 0)}))
    one = Case("snapshots: bytes that are cut off, or have one bit changed").set("kept", 3)
    for length in range(len(good)):
        one.badge_restore(path="root", snapshot=good[:length].hex(), status=MALFORMED, message="byte")
    for place in range(len(good)):
        one.badge_restore(path="root", snapshot=(good[:place] + bytes([good[place] ^ 16]) + good[place + 1:]).hex(),
                          status=MALFORMED, message="byte")
    one.badge_restore(path="root", snapshot=good.hex() + "00", status=MALFORMED, message="byte")
    yield one.get("root", 1, 3)

    head = b"TLYS\1\0"
    one = Case("snapshots: what can be written in another way is refused").set("kept", 3)
    for count, entries in (
            (1, b"\0\1a\0"), (1, b"\0\1a\2\0"), (1, b"\0\1a\2\x80\x80\x80\x80\x10"), (1, b"\0\1a\2\x81\0"),
            (1, b"\0\1a\3"), (1, b"\0\1a\5\0"), (1, b"\0\1a\x41"), (1, b"\0\1a\x20\5"), (1, b"\0\1a\x18"),
            (1, b"\0\1a\4\5"), (1, b"\0\2.a\1"), (1, b"\0\2a.\1"), (1, b"\0\4a..b\1"), (1, b"\0\1\n\1"),
            (1, b"\0\1\xff\1"), (1, b"\0\1\\\1"), (1, b"\1\1a\1"), (2, b"\0\1a\1\0\1a\1"), (2, b"\0\1b\1\0\1a\1"),
            (2, b"\0\1a\1\0\2ab\1"), (2, b"\0\1a\1"), (1, b"\0\1a\1\0\1b\1"), (1, b"\x80\0\1a\1"),
            (2**32 - 1, b"\0\1a\1")):
        data = with_checksum(head + count.to_bytes(4, "little") + entries)
        one.badge_restore(path="root", snapshot=data, status=MALFORMED, message="byte")
    for data in (b"TLYP\1\0\0\0\0\0", b"TLYS\2\0\0\0\0\0", b"TLYS\1\1\0\0\0\0"):
        one.badge_restore(path="root", snapshot=with_checksum(data), status=MALFORMED)
    one.badge_apply(path="root", patch=with_checksum(b"TLYP\1\0\1\0\0\0\0\1a\1\1"), status=MALFORMED, message="byte")
    yield one.get("root", 1, 3)
