"""The operations of batches in JavaScript: a function for each kind, which makes the object that the addon reads."""

import methods
from emit_node import camel, is_result
from generate import NOTICE, packed

OUTPUT = "node/lib/operations.js"


def parameters(each):
    """The arguments of an operation: `place` is a path, or a node instead."""
    for argument in each.method.arguments:
        if argument.name == "path" and each.is_of_badges:
            yield "place"
        elif argument.name in each.members:
            yield camel(argument.name)
    if each.options:
        yield each.options
    yield from [f"{{ {', '.join(names)} }} = {{}}" for names in [flags(each)] if names]


def flags(each):
    return [flag.name for slot in each.method.slots if slot.kind == "flags" for flag in slot.arguments]


def members(each):
    yield f"kind: constants.{each.constant.name[len('TALLY_'):]}"
    for argument, member in each.members.items():
        if argument == "path" and each.is_of_badges:
            yield "...where(place)"
        else:
            yield member if camel(argument) == member else f"{member}: {camel(argument)}"
    if each.options:
        yield each.options
    for slot in each.method.slots:
        if slot.kind == "flags" and slot.arguments:
            yield "flags: " + " | ".join(f"flag({flag.name}, constants.{flag.constant[len('TALLY_'):]})"
                                         for flag in slot.arguments)


def emit(header):
    results = [f'"{camel(each.name)}",' for each in header.struct("tally_operation").members if is_result(each)]
    lines = [f"// {NOTICE}", "", '"use strict";', "", 'const constants = require("./constants.js");',
             'const { flag } = require("./values.js");', "", "// The members in which an operation gets its results.",
             *packed([*results[:-1], results[-1][:-1] + "];"], "  ", first="const RESULTS = ["), "",
             "/** The path, or the node, that an operation is about. */", "function where(place) {",
             '  return typeof place === "object" ? { node: place } : { path: place };', "}", "",
             "/** Makes operations for batches and items. */", "const Operation = {"]
    for each in methods.operations(header):
        lines += [f"  {camel(each.name)}({', '.join(parameters(each))}) {{",
                  f"    return {{ {', '.join(members(each))} }};", "  },"]
    return "\n".join([*lines, "};", "", "module.exports = { Operation, RESULTS };", ""])
