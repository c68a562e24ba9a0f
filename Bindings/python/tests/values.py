"""Values of the conformance data."""

from tally import Style

STYLE_FIELDS = {1: ("dot_radius",), 2: ("offset_x", "offset_y"), 4: ("font_size",), 8: ("font_weight",),
                16: ("text_color",), 32: ("background_color",), 64: ("max_count",), 128: ("overflow",), 256: ("icon",),
                512: ("highlight_color",)}


def integer(value):
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


def style(given):
    if given is None:
        return None
    members = {}
    for bit, names in STYLE_FIELDS.items():
        if given.get("fields", 0) & bit:
            values = tuple(integer(given.get(name, 0)) for name in names)
            members["offset" if bit == 2 else names[0]] = values if bit == 2 else values[0]
    return Style(**members)
