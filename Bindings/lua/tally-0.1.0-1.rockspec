package = "tally"
version = "0.1.0-1"
source = {
    url = "git+file://.",
    dir = "Bindings/lua",
}
description = {
    summary = "Tally, an embeddable engine for unread badges",
    detailed = "For LuaJIT: by its ffi, on libtally.so.0, which is installed by itself.",
    license = "Apache-2.0",
}
dependencies = {
    "lua == 5.1",
}
build = {
    type = "builtin",
    modules = {
        tally = "tally.lua",
        ["tally.library"] = "tally/library.lua",
        ["tally.items"] = "tally/items.lua",
        ["tally.declarations"] = "tally/declarations.lua",
    },
}
