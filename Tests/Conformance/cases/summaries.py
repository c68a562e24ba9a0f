"""The cases of summaries.jsonl, which are kept in words of their own, as steps: categories and strings are registered,
the messages posted, the newest last, and the group's summary is compared."""

import json
import pathlib

from .case import *

ORIGINS = {"none": 0, "category": 1, "default": 2}


# Lists of names, newest first, after the patterns of CLDR; with Spanish "e" and Hebrew's hyphen.
NAMES = [
    ("en", ["Ann", "Bo"], "2: Ann and Bo"), ("en", ["Ann", "Bo", "Cy"], "3: Ann, Bo, and Cy"),
    ("en-GB", ["Ann", "Bo", "Cy"], "3: Ann, Bo and Cy"), ("de", ["Ann", "Bo", "Cy"], "3: Ann, Bo und Cy"),
    ("fr", ["Ann", "Bo", "Cy"], "3: Ann, Bo et Cy"), ("es", ["Ana", "Juan"], "2: Ana y Juan"),
    ("es", ["Ana", "Inés"], "2: Ana e Inés"), ("es", ["Ana", "Hilda"], "2: Ana e Hilda"),
    ("es", ["Ana", "Hielo"], "2: Ana y Hielo"), ("it", ["Ann", "Bo"], "2: Ann e Bo"), ("pt", ["Ann", "Bo"],
           "2: Ann e Bo"),
    ("ru", ["Анна", "Борис"], "2: Анна и Борис"), ("pl", ["Ann", "Bo"], "2: Ann i Bo"),
    ("ja", ["Ann", "Bo", "Cy"], "3: Ann、Bo、Cy"), ("zh-Hans", ["Ann", "Bo", "Cy"], "3: Ann、Bo和Cy"),
    ("ko", ["Ann", "Bo"], "2: Ann 및 Bo"), ("ar", ["آن", "بو"], "2: آن وبو"), ("he", ["אן", "בו"], "2: אן ובו"),
    ("he", ["אן", "Bo"], "2: אן ו-Bo"), ("hi", ["Ann", "Bo"], "2: Ann और Bo"), ("th", ["Ann", "Bo"], "2: AnnและBo"),
    ("en", ["Ann"] * 3 + ["Bo"], "4: Ann and Bo"), ("en", ["%@", "%u", "%%"], "3: %@, %u, and %%"),
]


def cases():
    yield from table()
    for number, (language, names, summary) in enumerate(NAMES, 1):
        case = Case(f"summaries: names in a list, {number}: {language}").category_set(id="c", summary="%u: %@")
        for time, name in enumerate(reversed(names), 1):
            case.message_post(path="in", options={"time": time, "thread": "t", "category": "c", "argument": name})
        case.message_post(path="in", options={"time": 100, "thread": "t", "category": "c",
           "argument": "the leading one"})
        yield case.group_get(thread="t", language=language, out={"summary": summary, "language": "und"})


def table():
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
