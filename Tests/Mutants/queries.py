"""Changes of the SQL in the library.

A changed text is as long as the original, and has the same parameters: SQLite rejects the value of a parameter that a
text lacks, so that every test would fail, whatever the change means.

    sql         a condition lacks one of the terms that AND joins
    statement   an INSERT, UPDATE or DELETE changes no row
    column      one column is not compared, or does not count for the order, or is not written
"""

import re
import sqlite3

# A term has no parentheses that are not closed.
PIECE = rb"(?:[^()'\x00]|\([^()\x00]*\)|'[^'\x00]*')+?"
# A term is between WHERE or AND, and AND or whatever ends the condition.
TERM = re.compile(rb"(?<=\sAND )" + PIECE + rb"(?=\s(?:AND|ORDER|LIMIT|GROUP|RETURNING|ON|UNION)\b|[\x00;)])"
                  rb"|(?<=\sWHERE )" + PIECE + rb"(?= AND )")
ONLY_TERM = re.compile(rb"(?<=\sWHERE )([\w.]+) = (\?\d+)(?=\s(?:ORDER|LIMIT|GROUP|RETURNING)\b|\s*[\x00;)])")
PAIR = re.compile(rb"\([\w.]+, ([\w.]+)\) (?:<|>|<=|>=) \(\?\d+, (\?\d+)\)")
ORDER = re.compile(rb"(?<=ORDER BY )([\w.]+(?: DESC)?)((?:, [\w.]+(?: DESC)?)*)(?=\s*(?:LIMIT\b|[\x00;)]))")
ASSIGNED = re.compile(rb"(?:(?<=\sSET )|(?<=,)(?<! )\s+)(\w+) = (" + PIECE + rb")(?=,|\sWHERE\b|\sRETURNING\b|\s*\x00)")
CHANGE = re.compile(rb"\b(INSERT|UPDATE|DELETE|SELECT)\b")
PARAMETER = re.compile(rb"\?(\d+)")
FIRST = re.compile(rb"^[\w.]+=(\?\d+)(?= AND |$)")
NO_ROW = b"WHERE 0"


def parameters(text):
    """The greatest number of a parameter. SQLite counts from it."""
    return max((int(number) for number in PARAMETER.findall(text)), default=0)


def padded(text, length):
    """The text with as many spaces as it lacks. None if it is too long."""
    return text.ljust(length) if len(text) <= length else None


def outside(text):
    """The text with its parentheses and quotes blanked out, and what is within them."""
    depth, is_quoted, seen = 0, False, bytearray(text)
    for place, byte in enumerate(text):
        is_quoted ^= byte == 0x27
        depth += not is_quoted and (byte == 0x28) - (byte == 0x29)
        if depth or is_quoted or byte in b"')":
            seen[place] = 0x20
    return bytes(seen)


def squeezed(text):
    """The same statement with fewer spaces. None of our quoted texts has two, or one behind a comma."""
    return re.sub(rb"\s*(,|<>|<=|>=|=) ?", rb"\1", b" ".join(text.split()))


def without_rows(text):
    """The statement as one that changes nothing, or None if it reads, or has no room for that."""
    seen = outside(text)
    verb = CHANGE.search(seen)
    if not verb or verb[0] == b"SELECT":
        return None
    short = squeezed(text)
    seen = outside(short)
    values = re.search(rb"\bVALUES ?\(", short)
    if verb[0] == b"INSERT" and values:
        end = values.end() + re.match(rb"(?:[^()]|\([^()]*\))*", short[values.end():]).end()
        changed = short[:values.start()] + b"SELECT " + short[values.end():end] + b" " + NO_ROW + short[end + 1:]
        return padded(changed, len(text))
    if where := re.search(rb" WHERE ", seen):
        end = re.search(rb" (?:ORDER BY|GROUP BY|LIMIT|RETURNING|ON CONFLICT|UNION)\b", seen[where.end():])
        if re.search(rb" OR ", seen[where.end():][:end and end.start()]):
            return None
        changed = short[:where.end()] + b"0 AND " + short[where.end():]
        if len(changed) > len(text):
            changed = short[:where.end()] + FIRST.sub(rb"0*\1", short[where.end():])   # Text is 0 as a factor.
        return None if changed == short else padded(changed, len(text))
    rest = re.search(rb" RETURNING ", seen)
    place = rest.start() if rest else len(short)
    return padded(short[:place] + b" " + NO_ROW + short[place:], len(text))


def without_term(text, first, last):
    """Without the term and the AND beside it. If it has the last parameter, it becomes one that always holds."""
    term = text[first:last]
    around = (first - 4, last) if text[:first].endswith(b"AND ") else (first, last + 5)
    changed = text[:around[0]] + b" " * (around[1] - around[0]) + text[around[1]:]
    if parameters(changed) == parameters(text):
        return changed
    numbers = PARAMETER.findall(term)
    always = padded(b" IS ".join([b"?" + max(numbers, key=int)] * 2), len(term))
    return always and text[:first] + always + text[last:]


def column_changes(text):
    """[(place, text)]"""
    whole, found = text + b"\0", []

    def put(first, last, piece):
        piece = padded(piece, last - first)
        if piece is not None and piece != whole[first:last]:
            found.append((first, (whole[:first] + piece + whole[last:])[:-1]))

    for match in ONLY_TERM.finditer(whole):
        put(*match.span(), b" IS ".join([match[2]] * 2) if len(match[1]) > 2 else b"=".join([match[2]] * 2))
    for match in PAIR.finditer(whole):
        put(*match.span(1), match[2])
    for match in ORDER.finditer(whole):
        if match[2]:
            place = match[0].rindex(b", ")
            put(match.start() + place, match.end(), b"")
        elif match[1].endswith(b" DESC"):
            put(*match.span(), match[1][:-5])
    for match in ASSIGNED.finditer(whole):
        put(*match.span(2), match[1])
    return [(place, changed) for place, changed in found if parameters(changed) == parameters(text)]


def changes_of(text):
    """[(operator, place of what is changed, changed text)]"""
    found = []
    for term in TERM.finditer(text + b"\0"):
        if b"BETWEEN" not in text[max(term.start() - 24, 0):term.start()]:
            changed = without_term(text, *term.span())
            found += [("sql", term.start(), changed)] if changed else []
    if changed := without_rows(text):
        found.append(("statement", CHANGE.search(outside(text)).start(), changed))
    return found + [("column", place, changed) for place, changed in column_changes(text)]


def statements(text):
    """The statements of a script. A trigger has others within it."""
    found, rest = [], ""
    for piece in re.findall(r"[^;]*;?", text):
        rest += piece
        if sqlite3.complete_statement(rest) or not piece.endswith(";"):
            found.append(rest.strip())
            rest = ""
    return found


class Prepared:
    """The tables of the library, empty: which of its texts SQLite accepts. Without this, a change that is no SQL, or for
    which the named index cannot be used, would count as one that the tests notice."""
    SIGNS = {b"@": b"account = ?1 AND path >= ?2 AND path < ?3", b"$": b"message",
             b"%": b"WITH p AS (SELECT path FROM message)", b"&": b"WITH p AS (SELECT path FROM message)"}

    def __init__(self, texts):
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        waiting = [statement for text in texts for statement in statements(text.decode())
                   if re.match(r"CREATE\b.*\b(TABLE|INDEX)\b", statement)]
        while waiting:   # An index needs its table.
            left = [statement for statement in waiting if not self.runs(statement)]
            if len(left) == len(waiting):
                break
            waiting = left

    def runs(self, statement, values=()):
        try:
            self.database.execute(statement, values)
        except sqlite3.Error as error:
            return "already exists" in str(error)
        return True

    def accepts(self, text):
        if re.match(rb"\s*(?:CREATE|PRAGMA)\b", text):   # Preparing a pragma may change the tables.
            return False
        for sign, meaning in self.SIGNS.items():
            text = text.replace(sign, meaning)
        return self.runs("EXPLAIN " + text.decode(), [None] * parameters(text))
