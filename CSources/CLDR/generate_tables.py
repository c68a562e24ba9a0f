#!/usr/bin/env python3
"""Writes Sources/TallySummary/Tables.swift from the Unicode CLDR of Debian's unicode-cldr-core.

    generate_tables.py [--cldr /usr/share/unicode/cldr/common] [--check] FILE

--check compares the file with what would be written, if it is of the same CLDR. Of the files of CLDR are read:
supplemental/plurals.xml (cardinal rules, reduced to integers), main/*.xml (the standard list patterns),
supplemental/supplementalData.xml (parents), supplemental/likelySubtags.xml (the script that a region implies). The forms of
the tables are said where they are declared, in the file that is written.
"""

import argparse
import pathlib
import re
import sys
import textwrap
import xml.etree.ElementTree as ElementTree

from default_summaries import DEFAULT_SUMMARIES

CATEGORIES = {"zero": 1, "one": 2, "two": 3, "few": 4, "many": 5, "other": 6}
COUNT = "\x0e"
MODULI = [None, 10, 100, 1000, 100_000, 1_000_000]
THOUSANDS_FROM = 4  # Values of the moduli from here on are in thousands.
NEGATED, ENDS_AND, ENDS_RULE = 8, 16, 32
# Drafts of this quality and above are what ICU takes, too.
GOOD_DRAFTS = (None, "approved", "contributed")
# CLDR has these codes beside the canonical ones. The codes themselves are mapped by LanguageTag.
ALIASES = {"iw": "he", "in": "id", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil", "sh": "sr"}


def read(path):
    return ElementTree.parse(path).getroot()


# --- Identifiers ---


def split(identifier):
    """Language, script, region of az_Latn_AZ; None where there are variants besides."""
    language, script, region = "", "", ""
    for index, part in enumerate(re.split("[-_]", identifier)):
        if index == 0:
            language = "" if part in ("root", "und") else part
        elif re.fullmatch("[A-Z][a-z]{3}", part) and not region:
            script = part
        elif re.fullmatch("[A-Z]{2}|[0-9]{3}", part):
            region = part
        else:
            return None
    return language, script, region


def packed(text):
    """The order of keys in Swift: five bits a character."""
    key = 0
    for character in text:
        key = key << 5 | ord(character) & 31
    return key


def key_of(language, script="", region=""):
    return f"{language:3}{script:4}{region:3}"


# --- Plural rules ---


def ranges_of(text):
    return [tuple(int(n) for n in (part.split("..") * 2)[:2]) for part in text.split(",")]


def relation_of(text):
    """True, False, or (modulus, negated, ranges), of an integer: n = i, and v, w, f, t, c, e are 0."""
    match = re.fullmatch(r"([nivwftce])(?: % (\d+))? (!?=) ([\d.,]+)", text.strip())
    operand, modulus, operator, values = match.groups()
    ranges = ranges_of(values)
    negated = operator == "!="
    if operand not in "ni":
        return any(low <= 0 <= high for low, high in ranges) != negated
    return int(modulus) if modulus else None, negated, tuple(ranges)


def condition_of(text):
    """A list of lists of relations: any of them where all hold."""
    result = []
    for part in text.split(" or "):
        relations = [relation_of(relation) for relation in part.split(" and ")]
        if False in relations:
            continue
        relations = [relation for relation in relations if relation is not True]
        if relations not in result:
            result.append(relations)
    assert [] not in result, text
    return result


def coded_relation(relation, flags):
    modulus, negated, ranges = relation
    index = MODULI.index(modulus)
    unit = 1000 if index >= THOUSANDS_FROM else 1
    values = []
    for low, high in ranges:
        assert low % unit == 0 and high % unit == 0
        values += [low // unit, high // unit]
    codes = [index | (NEGATED if negated else 0) | flags, len(ranges)] + values
    assert all(0 <= code < 128 for code in codes), relation
    return codes


def coded_rules(element):
    codes = []
    for rule in element:
        category = rule.get("count")
        condition = condition_of(rule.text.split("@")[0]) if category != "other" else []
        if not condition:
            continue
        codes.append(CATEGORIES[category])
        for at, relations in enumerate(condition):
            for index, relation in enumerate(relations):
                flags = ENDS_AND if index == len(relations) - 1 else 0
                flags |= ENDS_RULE if flags and at == len(condition) - 1 else 0
                codes += coded_relation(relation, flags)
    return "".join(map(chr, codes + [CATEGORIES["other"]]))


def plural_rules(cldr):
    result = {}
    for element in read(cldr / "supplemental/plurals.xml").iter("pluralRules"):
        codes = coded_rules(element)
        for locale in element.get("locales").split():
            key = split(ALIASES.get(locale, locale))
            assert locale in ALIASES or key not in result or result[key] == codes
            result.setdefault(key, codes)
    return result


# --- List patterns ---


def link_of(pattern):
    """The text between {0} and {1}, and, after U+0001, the text behind {1}."""
    match = re.fullmatch(r"\{0\}(.*)\{1\}(.*)", pattern, re.DOTALL)
    between, behind = match.groups()
    return between + ("\x01" + behind if behind else "")


def list_patterns(cldr, parent_of):
    own = {}
    for path in sorted((cldr / "main").glob("*.xml")):
        key = split(path.stem)
        for element in read(path).iter("listPattern"):
            if key is None or element.get("type") is not None:
                continue
            for part in element.iter("listPatternPart"):
                if part.get("draft") in GOOD_DRAFTS and part.get("alt") is None:
                    own.setdefault(key, {})[part.get("type")] = link_of(part.text)
    result = {}
    for key in own:
        links, ancestor = {}, key
        while ancestor is not None:
            links = {**own.get(ancestor, {}), **links}
            ancestor = parent_of(ancestor)
        parent = parent_of(key)
        while parent is not None and parent not in own:
            parent = parent_of(parent)
        result[key] = (tuple(links[part] for part in ("start", "middle", "end", "2")), parent)
    texts = {key: "".join(link + "\n" for link in links) for key, (links, _) in result.items()}
    return {key: texts[key] for key, (_, parent) in result.items() if parent is None or texts[parent] != texts[key]}


# --- Parents and scripts ---


def parents(cldr):
    explicit, implied_root = {}, []
    for element in read(cldr / "supplemental/supplementalData.xml").iter("parentLocale"):
        parent = split(element.get("parent"))
        for locale in element.get("locales").split():
            if parent == ("", "", ""):
                implied_root.append(split(locale))
            else:
                explicit[split(locale)] = parent
    return explicit, implied_root


def likely_scripts(cldr):
    of_languages, of_regions = {}, {}
    for element in read(cldr / "supplemental/likelySubtags.xml").iter("likelySubtag"):
        source, (_, script, _) = split(element.get("from")), split(element.get("to"))
        if source[0] and not source[1]:
            (of_regions if source[2] else of_languages)[source[0], source[2]] = script
    scripts = {language: script for (language, _), script in of_languages.items()}
    return scripts, {key: script for key, script in of_regions.items() if script != scripts.get(key[0])}


# --- The output ---


def literal(text):
    escaped = []
    for character in text:
        if character in '"\\':
            escaped.append("\\" + character)
        elif ord(character) < 32 or ord(character) in (0x7F, 0xA0) or 0x200B <= ord(character) <= 0x200F:
            escaped.append(f"\\u{{{ord(character):x}}}")
        else:
            escaped.append(character)
    return "".join(escaped)


class Blob:
    """Texts one after the other, each once; an offset is never 0, which stands for nothing."""

    def __init__(self):
        self.texts, self.size = [("\n", 0)], 1
        self.offsets = {}

    def offset(self, text):
        if text not in self.offsets:
            self.offsets[text] = self.size
            self.texts.append((text, self.size))
            self.size += len(text.encode())
        return self.offsets[text]

    def code(self, text):
        """Two digits to the base 64."""
        offset = self.offset(text) if text is not None else 0
        assert offset < 4096
        return chr(48 + offset // 64) + chr(48 + offset % 64)


def declaration(comment, name, records):
    lines, line = [], ""
    for record in records:
        record = literal(record)
        if len(line) + len(record) > 110:
            lines.append(line)
            line = ""
        line += record
    lines.append(line)
    if lines[-1].endswith(" "):
        lines[-1] = lines[-1][:-1] + "\\u{20}"
    body = "\\\n".join(f"    {line}" for line in lines) + "\n"
    words = "".join(f"  /// {line}\n" for line in textwrap.wrap(comment, 110))
    return f'{words}  static let {name}: StaticString = """\n{body}    """\n'


def compiled(forms):
    assert "other" in forms
    return "".join(chr(CATEGORIES[form]) + text.replace("%u", COUNT) for form, text in forms.items()) + "\0"


def tables(cldr):
    version = re.search(r'cldrVersion CDATA #FIXED "([\d.]+)"', (cldr / "dtd/ldml.dtd").read_text()).group(1)
    explicit, implied_root = parents(cldr)
    scripts, region_scripts = likely_scripts(cldr)

    def parent_of(key):
        if key == ("", "", ""):
            return None
        if key in explicit:
            return explicit[key]
        language, script, region = key
        if region:
            return language, script, ""
        return ("", "", "") if key in implied_root or not script else (language, "", "")

    plurals, lists = plural_rules(cldr), list_patterns(cldr, parent_of)
    known = {key[0] for key in [*plurals, *lists] if key[0]}
    with_scripts = {key[0] for key in implied_root} | {language for language, _ in region_scripts}
    with_scripts = {language for language in with_scripts & known if language in scripts}

    # Rules that are those of the parent anyway.
    for key in [key for key in plurals if key[1] or key[2]]:
        assert plurals[key] != plurals.get(parent_of(key)), key

    rule_blob, list_blob, default_blob = Blob(), Blob(), Blob()
    # The root's are where the search ends, and need no entry.
    root_rules, root_list = plurals.pop(("", "", "")), lists.pop(("", "", ""))
    assert rule_blob.offset(root_rules) == 1 and list_blob.offset(root_list) == 1
    languages, variants = [], []
    for key in sorted({*plurals, *lists}):
        if plurals.get(key) == root_rules and not key[1] and key not in lists:
            continue
        record = rule_blob.code(plurals.get(key)) + list_blob.code(lists.get(key))
        if key[1] or key[2]:
            variants.append(key_of(*key) + record)
        else:
            languages.append(f"{key[0]:3}" + record)

    regional = [(key, parent) for key, parent in explicit.items() if key[2] and not key[1]]
    assert all(key[0] == parent[0] and not parent[1] for key, parent in regional)
    others = [(key, parent) for key, parent in explicit.items() if not (key[2] and not key[1])]
    defaults = [
        key_of(*split(tag)) + default_blob.code(compiled(shown)) + default_blob.code(compiled(hidden))
        for tag, (shown, hidden) in DEFAULT_SUMMARIES.items()
    ]

    def in_order(records, width):
        return sorted(records, key=lambda record: packed(record[:width]))

    parts = [
        declaration(
            "By language: the offsets of its plural rules and of its list patterns, 0 for none of its own. Records of "
            "3 + 2 + 2 characters.",
            "languages",
            in_order(languages, 3),
        ),
        declaration(
            "The same by language, script and region, where these differ from their parent. 10 + 2 + 2.",
            "variants",
            in_order(variants, 10),
        ),
        declaration(
            "The usual script of a language that has several. 3 + 4.",
            "scripts",
            in_order([f"{language:3}{scripts[language]}" for language in with_scripts], 3),
        ),
        declaration(
            "The script of a language in a region, if it is not the usual one. 3 + 3 + 4.",
            "regionScripts",
            in_order(
                [f"{lang:3}{region:3}{s}" for (lang, region), s in region_scripts.items() if lang in with_scripts], 6
            ),
        ),
        declaration(
            "The region to look up next, if there is one. 3 + 3 + 3.",
            "parentRegions",
            in_order([f"{key[0]:3}{key[2]:3}{parent[2]:3}" for key, parent in regional], 6),
        ),
        declaration(
            "The parent, where it is not what is left without the last subtag. 10 + 10.",
            "parents",
            in_order([key_of(*key) + key_of(*parent) for key, parent in others], 10),
        ),
        declaration(
            "By language, script and region: the offsets of the default summary, and of the one for hidden previews. "
            "10 + 2 + 2.",
            "defaults",
            in_order(defaults, 10),
        ),
        declaration(
            "Rules: a category, then relations; the category `other` ends them. A relation: which modulus (0 for none, "
            "10, 100, 1,000, and in thousands 100,000 and 1,000,000), + 8 if it must not hold, + 16 if it ends what "
            "has to hold together, + 32 if it ends the rule; how many ranges; their first and last numbers.",
            "rules",
            [text for text, _ in rule_blob.texts],
        ),
        declaration(
            "List patterns: what links the first two, the ones in the middle, the last two, and two alone, each ended "
            "by a line feed. After U+0001 stands what follows the second.",
            "lists",
            [text for text, _ in list_blob.texts],
        ),
        declaration(
            "Default summaries, compiled as a Format is, each ended by NUL.",
            "defaultFormats",
            [text for text, _ in default_blob.texts],
        ),
    ]
    header = (
        f"// Generated by CSources/CLDR/generate_tables.py from Unicode CLDR {version}. Do not edit: make tables.\n"
        "// The data in it: Copyright (c) 1991-2022 Unicode, Inc.; https://www.unicode.org/license.txt\n\n"
        "/// Texts of records in the order of their keys, filled up with spaces; offsets are two digits to the base "
        "64,\n/// from U+0030 on.\nenum Tables {\n"
    )
    return header + "\n".join(parts) + "}\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cldr", type=pathlib.Path, default="/usr/share/unicode/cldr/common")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("file", type=pathlib.Path)
    arguments = parser.parse_args()
    text = tables(arguments.cldr)
    if not arguments.check:
        arguments.file.write_text(text, encoding="utf-8")
        return
    former = arguments.file.read_text(encoding="utf-8")
    if former.split("\n", 1)[0] != text.split("\n", 1)[0]:
        print(f"{arguments.file} is of another CLDR than {arguments.cldr}, and is not compared")
    elif former != text:
        sys.exit(f"{arguments.file} is not what {sys.argv[0]} writes: make tables")


if __name__ == "__main__":
    main()
