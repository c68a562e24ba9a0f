"""The cases of summaries.jsonl, which are kept in words of their own, as steps: categories and strings are registered,
the messages posted, the newest last, and the group's summary is compared."""

import json
import pathlib

from .case import *

ORIGINS = {"none": 0, "category": 1, "default": 2}


def cases():
    file = pathlib.Path(__file__).with_suffix(".jsonl")
    for number, given in enumerate(map(json.loads, file.read_text().splitlines()), 1):
        hidden = ", hidden" if given["hidden"] else ""
        case = Case(f"summaries {given['case']}, line {number}: {given['locale']}{hidden}")
        for category in given["categories"]:
            case.category_set(**category)
        for key, languages in given["strings"].items():
            for language, forms in languages.items():
                case.strings_set(key=key, language=language, forms=forms)
        for time, item in enumerate(reversed(given["newest_first"]), 1000):
            options = {"argument_count" if name == "count" else name: value for name, value in item.items()}
            case.message_post(path="in", options={"time": time, "thread": "thread", **options})
        yield case.group_get(
            thread="thread", language=given["locale"], flags=int(given["hidden"]), out={
                "summary": given["summary"], "origin": ORIGINS[given["origin"]],
                "notifications": len(given["newest_first"]),
                "items": sum(max(item.get("count", 1), 1) for item in given["newest_first"])})
